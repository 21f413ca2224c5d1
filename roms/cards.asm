; cards.asm: test cards of the service program, which the cartridge accuracy-beam shows too
;
; address:  within the service program
; RAM:      none
; DP:       $D0
; needs:    vl_circle of circle.asm
;
; `vecx calibrate` measures these cards.

; ---- Card ------------------------------------------------------------------------------

; sv_card: a square, a circle, a star of diagonals at three scales that should look alike
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC           keeps  S DP
;   cycles   <= 26000               stack  8
sv_card         ldd     #-96*256+(-96&$FF)
                jsr     Moveto_d_7F
                ldx     #vl_square
                lda     #3
                ldb     #$FF            ; 95 x 255 is 191 x 127
                jsr     Draw_VL_ab
                jsr     Reset0Ref
                ldx     #vl_circle
                ldb     #80             ; half a circle from its right, half from its left
.half           clra
                pshs    b
                jsr     Moveto_d_7F
                ldd     #15*256+$7F
                jsr     Draw_VL_ab
                jsr     Reset0Ref
                puls    b
                negb
                bmi     .half
                ldy     #tbl_stars
.star           lda     #0              ; y, and flags for x
                ldb     ,y+
                jsr     Moveto_d_7F
                lda     ,y+             ; scale
                ldb     ,y+             ; length
                bsr     sv_star
                jsr     Reset0Ref
                cmpy    #tbl_stars_end
                bne     .star
                rts

; x of the centre, scale, length: scale x length is the same
tbl_stars       fcb     -44,16,127
                fcb     0,64,32
                fcb     44,254,8
tbl_stars_end

; sv_star: four diagonals from the position of the beam, out and back
;   in       A = scale, B = length, DP = $D0
;   out      none
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 3200                stack  6
sv_star         sta     <VIA_t1_cnt_lo
                pshs    b
                lda     #4
.ray            pshs    a
                ldb     1,s
                lda     ,s
                bita    #1
                beq     .right
                negb
.right          pshs    b
                ldb     2,s
                bita    #2
                beq     .up
                negb
.up             tfr     b,a
                puls    b
                pshs    d
                jsr     Draw_Line_d
                puls    d
                nega
                negb
                jsr     Draw_Line_d
                puls    a
                deca
                bne     .ray
                puls    b,pc

vl_square       fcb     0,95,95,0,0,-95,-95,0

; ---- Drift -----------------------------------------------------------------------------

; sv_drift: a square ten times without returning to zero, and ten times with
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC           keeps  S DP
;   cycles   <= 24000               stack  6
sv_drift        ldd     #-20*256+(-70&$FF)
                jsr     Moveto_d_7F
                lda     #10
.without        pshs    a
                bsr     sv_square
                puls    a
                deca
                bne     .without
                jsr     Reset0Ref
                lda     #10
.with           pshs    a
                ldd     #-20*256+20
                jsr     Moveto_d_7F
                bsr     sv_square
                jsr     Reset0Ref
                puls    a
                deca
                bne     .with
                ldu     #str_drift
                jmp     Print_List

sv_square       ldx     #vl_small
                ldd     #3*256+$40
                jmp     Draw_VL_ab      ;@strict no-drift it shows what drift does

vl_small        fcb     0,99,99,0,0,-99,-99,0
str_drift       fcb     -50,-72
                fcc     "FREE"
                fcb     $80
                fcb     -50,17
                fcc     "ZERO"
                fcb     $80,0

; ---- Text ------------------------------------------------------------------------------

; sv_slant: short and long text over upright strokes
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC           keeps  S DP
;   cycles   <= 20000               stack  8
sv_slant        ldu     #str_slant
                jsr     Print_List_hw
                ldy     #tbl_strokes
.stroke         ldd     ,y++
                jsr     Moveto_d_7F
                ldd     #-100*256
                jsr     Draw_Line_d
                jsr     Reset0Ref
                cmpy    #tbl_strokes_end
                bne     .stroke
                rts

tbl_strokes     fcb     50,-80,50,80
tbl_strokes_end
str_slant       fcb     $F8,$28,36,-77
                fcc     "SLANT OF TWENTYFIVE SIGNS"
                fcb     $80
                fcb     $F0,$60,8,-43
                fcc     "FIVE!"
                fcb     $80
                fcb     $F8,$28,-26,-19
                fcc     "SHORT"
                fcb     $80,0
