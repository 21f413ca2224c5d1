; text_without_end.asm: a text without its last byte

                include "vectrex.inc"
                fcc     "g GCE 2026"
                fcb     $80
                fdb     $FD0D
                fcb     $F8,$50,$20,-$50
                fcc     "SCORE"
                fcb     $80,0
                setdp   $D0
main            jsr     Wait_Recal
                jsr     Intensity_5F
                ldu     #title
                jsr     Print_Str_yx    ;! text-end
                bsr     points
                bra     main

title           fcb     40,-50
                fcc     "GAME OVER"
points          ldu     #press
                jmp     Print_Str_yx

press           fcb     -40,-60
                fcc     "PRESS 4"
                fcb     $80
