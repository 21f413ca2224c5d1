; y_open_ok: the multiplexer is off

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     #$40
                sta     <VIA_t1_cnt_lo
                lda     #40
                sta     <VIA_port_a
                clr     <VIA_port_b
                mul
                inc     <VIA_port_b
                clr     <VIA_t1_cnt_hi
wait            lda     #$40
wait_on         bita    <VIA_int_flags
                beq     wait_on
                jsr     Reset0Ref
                bra     loop
