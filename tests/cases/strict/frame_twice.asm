; frame_twice: Wait_Recal is called twice in the loop

                include "case.inc"
loop            jsr     Wait_Recal      ;! frame-twice
                jsr     DP_to_D0
                jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Dot_d
                bra     loop
