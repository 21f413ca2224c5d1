; overrun: calculates for longer than a frame

                include "case.inc"
loop            jsr     Wait_Recal      ;! overrun
                bsr     think
                bra     loop
think           ldx     #4000
rest            leax    -1,x
                bne     rest
                rts
