; ramp_short: a line with a scale of 3

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #0
                jsr     Moveto_d_7F
                lda     #3
                sta     <VIA_t1_cnt_lo
                ldd     #$5050
                jsr     Draw_Line_d     ;! ramp-short
                jsr     Reset0Ref
                bra     loop
