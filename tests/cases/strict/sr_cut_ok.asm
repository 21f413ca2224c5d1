; sr_cut_ok: it waits for the end of the ramp

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$2020
                jsr     Moveto_d
                lda     #$40            ; a line drawn by hand
                sta     <VIA_port_a
                clr     <VIA_port_b
                inc     <VIA_port_b
                sta     <VIA_port_a
                lda     #$FF
                ldb     #$40
                stb     <VIA_t1_cnt_lo
                clr     <VIA_t1_cnt_hi
                sta     <VIA_shift_reg
                lda     #$40
wait            bita    <VIA_int_flags
                beq     wait
                clr     <VIA_shift_reg
                jsr     Reset0Ref
                bra     loop
