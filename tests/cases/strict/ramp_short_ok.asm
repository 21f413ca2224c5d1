; ramp_short_ok: of 16

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #0
                jsr     Moveto_d_7F
                lda     #16
                sta     <VIA_t1_cnt_lo
                ldd     #$5050
                jsr     Draw_Line_d
                jsr     Reset0Ref
                bra     loop
