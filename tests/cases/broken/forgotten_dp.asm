; forgotten_dp.asm: the game logic sets DP to $C8, and the drawing does not set it back

                include "vectrex.inc"
                fcc     "g GCE 2026"
                fcb     $80
                fdb     $FD0D
                fcb     $F8,$50,$20,-$50
                fcc     "SHIP"
                fcb     $80,0
                setdp   $D0
                clr     ship_y
                clr     ship_x
main            jsr     Wait_Recal
                bsr     move
                jsr     Intensity_5F    ;! dp
                ldd     ship_y
                jsr     Moveto_d_7F     ;! dp
                bra     main

move            jsr     DP_to_C8
                setdp   $C8
                lda     <ship_y
                inca
                sta     <ship_y
                clr     <ship_x
                rts

ship_y          equ     $C880
ship_x          equ     $C881
