; joy_mux_ok: twice the number of the pot plus one, or 0

                include "case.inc"
                lda     #1
                sta     Vec_Joy_Mux_1_X
                lda     #3
                sta     Vec_Joy_Mux_1_Y
                clr     Vec_Joy_Mux_2_X
                clr     Vec_Joy_Mux_2_Y
loop            jsr     Wait_Recal
                jsr     Joy_Digital
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Dot_d
                bra     loop
