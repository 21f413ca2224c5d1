; drift_ok: right after it

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldx     #2600
rest            leax    -1,x
                bne     rest
                jsr     Reset0Ref
                ldd     #$1010
                jsr     Moveto_d_7F
                jsr     Dot_here
                bra     loop
