; kept_ok: Y is set first

                include "case.inc"
                ldy     #0
                leay    10,y
                sty     $C880
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     $C880
                jsr     Dot_d
                bra     loop
