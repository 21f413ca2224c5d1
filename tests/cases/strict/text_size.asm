; text_size: texts of one character and of none, and a digit of a list of texts

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldu     #lives
                jsr     Print_Str_yx    ;! text-size
                ldu     #nothing
                ldd     #$2000
                jsr     Print_Str_d     ;! text-size
                ldu     #all
                jsr     Print_List      ;! text-size
                bra     loop
lives           fcb     $40,-$40,'3',$80
nothing         fcb     $80
all             fcb     10,-40,"TWO",$80,-20,-40,"1",$80,0
