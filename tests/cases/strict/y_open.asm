; y_open: the ramp starts while the Y hold is still open

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     #$40
                sta     <VIA_t1_cnt_lo
                lda     #40
                sta     <VIA_port_a
                clr     <VIA_port_b
                clr     <VIA_t1_cnt_hi  ;! y-open
wait            lda     #$40
wait_on         bita    <VIA_int_flags
                beq     wait_on
                inc     <VIA_port_b
                jsr     Reset0Ref
                bra     loop
