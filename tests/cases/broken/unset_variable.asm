; unset_variable.asm: relies on RAM that is zero

                include "vectrex.inc"
                fcc     "g GCE 2026"
                fcb     $80
                fdb     $FD0D
                fcb     $F8,$50,$20,-$50
                fcc     "SHOT"
                fcb     $80,0
                setdp   $D0
main            jsr     Wait_Recal
                lda     shot_alive      ;! ram-unset
                beq     main
                jsr     Intensity_5F
                ldd     shot_y          ;! ram-unset
                jsr     Dot_d
                bra     main

shot_alive      equ     $C8A0
shot_y          equ     $C8A1
