; stack_data_ok: the variable has a lower address

                include "case.inc"
                clr     $C882

loop            jsr     Wait_Recal
                lda     $C882
                inca
                sta     $C882
                bsr     deep
                bra     loop
deep            pshs    d,x,y,u
                pshs    x,y
                puls    x,y
                puls    d,x,y,u,pc
