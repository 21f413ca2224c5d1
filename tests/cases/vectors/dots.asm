; dots.asm: two dots

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
                ldd     #40*256+(-40&$FF)
                jsr     Dot_d
                jsr     Reset0Ref
                ldd     #-40*256+40
                jsr     Dot_d
                jsr     Reset0Ref
                bra     main
