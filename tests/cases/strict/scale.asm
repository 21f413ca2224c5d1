; scale: no scale is set after the frame's recalibration, which uses the largest

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Moveto_d
                ldx     #square
                jsr     Draw_VLc        ;! scale
                bra     loop

square          fcb     3
                fcb     0,30
                fcb     -30,0
                fcb     0,-30
                fcb     30,0
