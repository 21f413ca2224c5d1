; writes_the_same: a return address is overwritten with its own value, and put back after a change

                include "../strict/case.inc"
loop            jsr     Wait_Recal
                bsr     same
                bsr     back
                bra     loop
same            tfr     s,y
                ldx     ,y
                stx     ,y
                rts
back            tfr     s,y
                ldx     ,y
                clr     ,y
                stx     ,y
                rts
