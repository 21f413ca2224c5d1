; text.asm: a text: seven rows of the shift register

                include "vectrex.inc"
                fcc     "g GCE 2026"
                fcb     $80
                fdb     $FD0D
                fcb     $F8,$50,$20,-$50
                fcc     "COUNT"
                fcb     $80,0
                setdp   $D0
main            jsr     Wait_Recal
                jsr     Intensity_7F
                ldu     #text
                jsr     Print_Str_yx
                bra     main

text            fcb     10,-60
                fcc     "VECX"
                fcb     $80
