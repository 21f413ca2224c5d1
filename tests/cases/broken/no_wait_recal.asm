; no_wait_recal.asm: a first program that never waits for a frame

                include "vectrex.inc"
                fcc     "g GCE 2026"
                fcb     $80
                fdb     $FD0D
                fcb     $F8,$50,$20,-$50
                fcc     "HELLO"
                fcb     $80,0
                setdp   $D0
main            jsr     Intensity_5F
                ldu     #text
                jsr     Print_Str_yx
                bra     main            ;! untimed

text            fcb     10,-60
                fcc     "HELLO WORLD"
                fcb     $80
