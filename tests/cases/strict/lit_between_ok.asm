; lit_between_ok: it goes dark at the end of each line

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$2020
                jsr     Moveto_d
                lda     #$20            ; a line, drawn by hand
                bsr     line
                lda     #-$20           ; and another
                bsr     line
                jsr     Reset0Ref
                bra     loop

line            sta     <VIA_port_a
                clr     <VIA_port_b
                inc     <VIA_port_b
                sta     <VIA_port_a
                lda     #$FF
                ldb     #$40
                stb     <VIA_t1_cnt_lo
                clr     <VIA_t1_cnt_hi
                sta     <VIA_shift_reg
wait            bitb    <VIA_int_flags
                beq     wait
                clr     <VIA_shift_reg
                rts
