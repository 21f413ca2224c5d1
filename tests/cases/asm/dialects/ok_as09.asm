;! dialect=as09
; The behaviour of AS09 with OPT, its default.
        org     0
back    lbra    ahead           ; = 20 07 12
        jmp     back            ; = 20 FB
        jsr     back            ; = 8D F9
        lbsr    back            ; = 8D F7
        nop
ahead   equ     *-1
        lda     0,x             ; = A6 84
        lda     later,x         ; = A6 89 00 05
        direct  0
        lda     later           ; = B6 00 05
later   equ     5
        lda     later           ; = 96 05
        noopt
        lbra    back            ; = 16 FF E8
        jmp     back            ; = 7E 00 00
        lda     0,x             ; = A6 00
        lda     [0,x]           ; = A6 98 00
        lda     later           ; = B6 00 05
        lda     <later          ; = 96 05
