; draws: 70 lines without zero

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #0
                jsr     Moveto_d_7F
                lda     #$30
                sta     <VIA_t1_cnt_lo
                lda     #70
again           pshs    a
                lda     #20
                ldb     ,s
                bitb    #1
                beq     there
                lda     #-20
there           clrb
                jsr     Draw_Line_d     ;! draws
                puls    a
                deca
                bne     again
                bra     loop
