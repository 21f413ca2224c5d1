; setdp_ok: DP has the intended value, whatever SETDP says

                include "case.inc"
loop            jsr     Wait_Recal
                sta     <VIA_t1_lch_lo
                jsr     DP_to_C8
                lda     <Vec_Loop_Count
                sta     <$90
                jsr     DP_to_D0
                bra     loop
