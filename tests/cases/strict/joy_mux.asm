; joy_mux: the number of a pot instead of the value that selects it

                include "case.inc"
                lda     #1
                sta     Vec_Joy_Mux_1_X
                lda     #2
                sta     Vec_Joy_Mux_1_Y ;! joy-mux
                clr     Vec_Joy_Mux_2_X
                clr     Vec_Joy_Mux_2_Y
loop            jsr     Wait_Recal
                jsr     Joy_Digital
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Dot_d
                bra     loop
