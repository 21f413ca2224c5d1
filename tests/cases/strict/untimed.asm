; untimed: the main loop never waits for a frame

                include "case.inc"
loop            jsr     Reset0Ref
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Dot_d
                bra     loop            ;! untimed
