; return_lost_ok: it ends before

                include "case.inc"
loop            jsr     Wait_Recal
                bsr     clear
                bra     loop
clear           ldx     #$C880
clear_next      clr     ,x+
                cmpx    #$CB80
                blo     clear_next
                rts
