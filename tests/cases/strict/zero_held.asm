; zero_held: a line directly after Reset0Ref

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     #$40
                sta     <VIA_t1_cnt_lo
                ldd     #$2020
                jsr     Draw_Line_d     ;! zero-held
                jsr     Reset0Ref
                bra     loop
