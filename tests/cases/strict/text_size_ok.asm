; text_size_ok: two characters; one of them may be a space

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldu     #lives
                jsr     Print_Str_yx
                ldu     #all
                jsr     Print_List
                bra     loop
lives           fcb     $40,-$40,"3 ",$80
all             fcb     10,-40,"TWO",$80,-20,-40,"01",$80,0
