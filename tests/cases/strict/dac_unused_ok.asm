; dac_unused_ok: the DAC is used by Y, X, the sound and the comparator

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     #8              ; volume of channel A
                sta     <VIA_port_a
                ldd     #$9981
                sta     <VIA_port_b
                stb     <VIA_port_b
                lda     #5
                sta     <VIA_port_a
                ldd     #$9181
                sta     <VIA_port_b
                stb     <VIA_port_b
                lda     #$60            ; a stick
                sta     <VIA_port_a
                mul
                mul
                lda     <VIA_port_b
                lda     #$CE
                sta     <VIA_cntl
                lda     #$40
                sta     <VIA_t1_cnt_lo
                lda     #40
                sta     <VIA_port_a
                clr     <VIA_port_b
                mul
                inc     <VIA_port_b
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
