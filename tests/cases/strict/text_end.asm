; text_end: a text without its end

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldu     #text
                jsr     Print_Str_yx    ;! text-end
                bra     loop
text            fcb     10,-40
                fcc     "HI"
other           lda     #5
                rts
