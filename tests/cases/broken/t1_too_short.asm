; t1_too_short.asm: draws by hand and continues before T1 has run out

                include "vectrex.inc"
                fcc     "g GCE 2026"
                fcb     $80
                fdb     $FD0D
                fcb     $F8,$50,$20,-$50
                fcc     "LINES"
                fcb     $80,0
                setdp   $D0
main            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #0
                jsr     Moveto_d_7F
                ldu     #lines
                lda     #4
                sta     count
next            lda     #$7F
                sta     <VIA_t1_cnt_lo
                lda     ,u+
                sta     <VIA_port_a
                clr     <VIA_port_b
                ldb     #1
                nop
                inc     <VIA_port_b
                lda     ,u+
                sta     <VIA_port_a
                lda     #$FF
                clr     <VIA_t1_cnt_hi  ;! t1-early
                sta     <VIA_shift_reg
                ldb     #5              ; a guess: it takes long enough
wait            decb
                bne     wait
                clr     <VIA_shift_reg
                dec     count
                bne     next
                bra     main

lines           fcb     40,40,40,-40,-40,-40,-40,40
count           equ     $C880
