; text_end_ok: with it

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldu     #text
                jsr     Print_Str_yx
                bsr     other
                bra     loop
text            fcb     10,-40
                fcc     "HI"
                fcb     $80
other           lda     #5
                rts
