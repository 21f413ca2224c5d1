; kept_ok: another register is

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldy     #texts
                ldu     #text
                jsr     Print_Str_yx
                ldu     ,y
                bra     loop
texts           fdb     text
text            fcb     10,-40,"HI",$80
