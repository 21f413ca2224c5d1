; short_move: a vertical move by a ramp of a few cycles; X still gets its zero

                include "../strict/case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     #$CE
                sta     <VIA_cntl
                lda     #40
                sta     <VIA_port_a
                clr     <VIA_port_b
                lda     #4
                sta     <VIA_t1_cnt_lo
                lda     #1
                nop
                nop
                nop
                nop
                nop
                sta     <VIA_port_b
                clr     <VIA_port_a
                nop
                clr     <VIA_t1_cnt_hi
                lda     #$40
wait_on         bita    <VIA_int_flags
                beq     wait_on
                lda     #30
                sta     <VIA_port_a
                clr     <VIA_port_b
                nop
                nop
                nop
                nop
                nop
                inc     <VIA_port_b
                clr     <VIA_port_a
                lda     #60
                sta     <VIA_t1_cnt_lo
                clr     <VIA_t1_cnt_hi
                lda     #$FF
                sta     <VIA_shift_reg
                lda     #$40
wait_line       bita    <VIA_int_flags
                beq     wait_line
                clr     <VIA_shift_reg
                jsr     Reset0Ref
                bra     loop
