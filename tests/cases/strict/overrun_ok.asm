; overrun_ok: shorter

                include "case.inc"
loop            jsr     Wait_Recal
                ldx     #2000
rest            leax    -1,x
                bne     rest
                bra     loop
