; kept: X is used as if the routine had kept it

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldx     #texts
                ldu     #text
                jsr     Print_Str_yx
                ldu     ,x              ;! kept
                jsr     Print_Str_yx
                bra     loop
texts           fdb     text
text            fcb     10,-40,"HI",$80
