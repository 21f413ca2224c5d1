; overrun: thinks longer than a frame lasts

                include "case.inc"
loop            jsr     Wait_Recal      ;! overrun
                ldx     #4000
rest            leax    -1,x
                bne     rest
                bra     loop
