; drawing.asm: an example of lib/drawing.asm and of `asset`
;
; what:     a ship with a burning engine follows the stick
; range:    $0000-$7FFF, cartridge ROM
; RAM:      $C880-$CBEA
; DP:       $D0 throughout
; play:     vecx run games/examples/drawing.asm

                include "vectrex.inc"

FLICKER         equ     4               ; frames of the game for a frame of the drawing
EDGE            equ     80

                bss
                org     $C880
ship_y          rmb     1
ship_x          rmb     1
                code

                org     0
                setdp   $D0
                fcc     "g GCE 2026"
                fcb     $80
                fdb     Music_1
                fcb     $F8,$50,$20,-40
                fcc     "DRAWING"
                fcb     $80,0
                bra     main

                include "lib/drawing.asm"

main            clr     ship_y
                clr     ship_x
                ldd     #$0103          ; the stick of player 1
                std     Vec_Joy_Mux_1_X
                ldd     #0
                std     Vec_Joy_Mux_2_X
.frame          jsr     Wait_Recal
                jsr     Joy_Digital
                ldx     #ship_y
                lda     Vec_Joy_1_Y
                bsr     ship_move
                ldx     #ship_x
                lda     Vec_Joy_1_X
                bsr     ship_move
                bsr     ship_show
                bra     .frame

; ship_move: move the ship in one direction, up to the edge
;   in       A = -1, 0 or 1; X = ship_y or ship_x
;   out      none
;   changes  A CC               keeps  B X Y U DP S
;   stack    2
ship_move       adda    ,x
                cmpa    #EDGE
                bgt     .end
                cmpa    #-EDGE
                blt     .end
                sta     ,x
.end            rts

; ship_show: draw the ship, its frames by turns
;   in       ship_y, ship_x, Vec_Loop_Count; DP = $D0, the beam zeroed
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    10
ship_show       lda     Vec_Loop_Count+1
                ldx     #ship
                bita    #FLICKER
                beq     .first
                leax    2,x
.first          ldx     ,x
                ldd     ship_y
                jmp     ship_draw

ship            asset   "drawing.svg", size=60
