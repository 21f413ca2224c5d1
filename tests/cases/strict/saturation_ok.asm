; saturation_ok: one within it

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #0
                jsr     Moveto_d_7F
                lda     #$80
                sta     <VIA_t1_cnt_lo
                ldd     #$7F00
                jsr     Draw_Line_d
                jsr     Reset0Ref
                bra     loop
