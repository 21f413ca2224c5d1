;! dialect=vide
; The behaviour of VIDE's assembler.
        org     0
        fdb     *,*             ; = 00 04 00 04
        bra     *+2             ; = 20 02
        lda     x               ; = A6 84
        lda     [x]             ; = A6 94
        lda     5,pc            ; = A6 8C 05
        beq     far             ; = 10 27 01 2C
        rmb     300
far     bra     low             ; = 7E 00 00
        noopt
        bra     low             ; = 16 FE BD
        beq     $02             ; = 27 02
        lbeq    $1234           ; = 10 27 12 34
y       bra     y:              ; = 20 FE  ; warning colon-ignored: the colon after the operand is ignored
        direct  $D0
        lda     $D012           ; = 96 12
        jsr     $D012           ; = BD D0 12
        lda     0,x             ; = A6 84
low     equ     0
