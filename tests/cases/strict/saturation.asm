; saturation: a line that ends outside of the screen

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #0
                jsr     Moveto_d_7F
                lda     #$FF
                sta     <VIA_t1_cnt_lo
                ldd     #$7F00
                jsr     Draw_Line_d     ;! saturation
                jsr     Reset0Ref
                bra     loop
