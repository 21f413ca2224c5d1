; too_much.asm: draws more than a frame has time for

                include "vectrex.inc"
                fcc     "g GCE 2026"
                fcb     $80
                fdb     $FD0D
                fcb     $F8,$50,$20,-$50
                fcc     "STARS"
                fcb     $80,0
                setdp   $D0
main            jsr     Wait_Recal      ;! overrun
                jsr     Intensity_5F
                lda     #200
                sta     count
star            jsr     Reset0Ref
                ldd     #$1030
                jsr     Moveto_d_7F
                jsr     Dot_here
                dec     count
                bne     star
                bra     main

count           equ     $C880
