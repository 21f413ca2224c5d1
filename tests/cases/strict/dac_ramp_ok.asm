; dac_ramp_ok: it waits for the end

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     #$CE
                sta     <VIA_cntl
                lda     #$40
                sta     <VIA_t1_cnt_lo
                lda     #40
                sta     <VIA_port_a
                clr     <VIA_port_b
                mul
                inc     <VIA_port_b
                lda     #40
                sta     <VIA_port_a
                clr     <VIA_t1_cnt_hi
                lda     #$FF
                sta     <VIA_shift_reg
wait            lda     #$40
wait_on         bita    <VIA_int_flags
                beq     wait_on
                clr     <VIA_shift_reg
                lda     #-40
                sta     <VIA_port_a
                clr     <VIA_t1_cnt_hi
                lda     #$40
back_on         bita    <VIA_int_flags
                beq     back_on
                jsr     Reset0Ref
                bra     loop
