; list_end_ok: with it

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #0
                jsr     Moveto_d_7F
                lda     #$20
                sta     <VIA_t1_cnt_lo
                ldx     #lines
                jsr     Draw_VLp
                bsr     other
                bra     loop
lines           fcb     $FF,10,10,$FF,-10,-10,1
other           lda     #5
                rts
