; t2_flag_ok: reads the high byte

                include "case.inc"
loop            jsr     Wait_Recal
                lda     <VIA_t2_hi
                bra     loop
