; not_started_ok: with the space

                include "vectrex.inc"
                fcc     "g GCE 2026"
                fcb     $80
                fdb     $FD0D
                fcb     $F8,$50,$20,-$30
                fcc     "CASE"
                fcb     $80,0
                setdp   $D0
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Dot_d
                bra     loop
