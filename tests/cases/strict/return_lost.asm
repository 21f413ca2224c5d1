; return_lost: a loop that clears RAM up to the stack

                include "case.inc"
loop            jsr     Wait_Recal
                bsr     clear
                bra     loop
clear           ldx     #$C880
clear_next      clr     ,x+             ;! return-lost
                cmpx    #$CBF0
                blo     clear_next
                rts
