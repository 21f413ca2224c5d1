; t2_flag: reads the low byte of T2 when it has run out

                include "case.inc"
loop            jsr     Wait_Recal
wait            lda     <VIA_int_flags
                bita    #$20
                beq     wait
                lda     <VIA_t2_lo      ;! t2-flag
                bra     loop
