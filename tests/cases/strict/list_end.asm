; list_end: a list of lines without its end

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #0
                jsr     Moveto_d_7F
                lda     #$20
                sta     <VIA_t1_cnt_lo
                ldx     #lines
                jsr     Draw_VLp        ;! list-end
                bra     loop
lines           fcb     $FF,10,10,$FF,-10,-10
other           lda     #5
                rts
