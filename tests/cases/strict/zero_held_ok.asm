; zero_held_ok: with a move in between

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     #$40
                sta     <VIA_t1_cnt_lo
                ldd     #0
                jsr     Moveto_d
                ldd     #$2020
                jsr     Draw_Line_d
                jsr     Reset0Ref
                bra     loop
