; text_font_ok: capital letters, and symbols on purpose

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldu     #text
                jsr     Print_Str_yx
                bra     loop
text            fcb     10,-40
                fcc     "g HELLO"
                fcb     $61,$62,$65,$80
