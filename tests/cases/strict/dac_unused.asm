; dac_unused: a line whose Y never reaches its hold, because the multiplexer stays off

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     #$CE
                sta     <VIA_cntl
                lda     #$40
                sta     <VIA_t1_cnt_lo
                lda     #40
                sta     <VIA_port_a     ;! dac-unused
                lda     #30
                sta     <VIA_port_a
                clr     <VIA_t1_cnt_hi
                lda     #$FF
                sta     <VIA_shift_reg
                lda     #$40
wait_on         bita    <VIA_int_flags
                beq     wait_on
                clr     <VIA_shift_reg
                jsr     Reset0Ref
                bra     loop
