; text_font: small letters

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldu     #text
                jsr     Print_Str_yx    ;! text-font
                ldu     #other
                jsr     Print_Str_yx    ;! text-font
                bra     loop
text            fcb     10,-40
                fcc     "Hello"
                fcb     $80
other           fcb     -20,-40,"ONE",$7B,$80
