; variable_in_rom.asm: a variable defined with FCB next to the code

                include "vectrex.inc"
                fcc     "g GCE 2026"
                fcb     $80
                fdb     $FD0D
                fcb     $F8,$50,$20,-$50
                fcc     "COUNT"
                fcb     $80,0
                setdp   $D0
main            jsr     Wait_Recal
                jsr     Intensity_5F
                inc     frames          ;! rom-write
                lda     frames
                clrb
                jsr     Dot_d
                bra     main

frames          fcb     0
