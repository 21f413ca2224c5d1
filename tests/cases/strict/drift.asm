; drift: a dot long after zero

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Moveto_d_7F
                ldx     #3200
rest            leax    -1,x
                bne     rest
                jsr     Dot_here        ;! drift
                bra     loop
