; brightness: the brightness is set once, at the start

                include "case.inc"
                jsr     Intensity_5F
loop            jsr     Wait_Recal
                ldd     #$1010
                jsr     Dot_d           ;! brightness
                bra     loop
