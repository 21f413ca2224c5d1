; one: two numbers of one digit

                include "../strict/case.inc"
main            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$F848
                std     Vec_Text_HW
                ldu     #lives
                jsr     Print_Str_yx    ;! text-size
                ldu     #score
                jsr     Print_Str_yx    ;! text-size
                bra     main
lives           fcb     $40,-$40,'3',$80        ; one digit
score           fcb     $40,$40,'7',$80
