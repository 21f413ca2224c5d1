; port_output: all bits of the mixer are set

                include "case.inc"
                lda     #7
                ldb     #$FF
                jsr     Sound_Byte
loop            jsr     Wait_Recal
                jsr     Read_Btns       ;! port-output
                jsr     Intensity_5F
                lda     Vec_Buttons
                ldb     #$10
                jsr     Dot_d
                bra     loop
