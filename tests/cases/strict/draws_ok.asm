; draws_ok: the beam is at zero in between

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     #$30
                sta     <VIA_t1_cnt_lo
                lda     #70
again           pshs    a
                ldd     #0
                jsr     Moveto_d
                lda     #20
                ldb     ,s
                bitb    #1
                beq     there
                lda     #-20
there           clrb
                jsr     Draw_Line_d
                jsr     Reset0Ref
                puls    a
                deca
                bne     again
                bra     loop
