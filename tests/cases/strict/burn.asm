; burn: the beam rests lit while the program calculates

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Moveto_d_7F
                lda     #$FF
                sta     <VIA_shift_reg  ;! burn
                ldx     #600
rest            leax    -1,x
                bne     rest
                clr     <VIA_shift_reg
                bra     loop
