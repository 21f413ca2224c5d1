; stick.asm: an example of lib/stick.asm
;
; what:     a square that the first stick moves in steps
; range:    $0000-$7FFF, cartridge ROM
; RAM:      $C880-$CBEA
; DP:       $D0 throughout
; play:     vecx run games/examples/stick.asm

                include "vectrex.inc"

PLACE_CYCLES    equ     126
STEP            equ     6               ; DAC values
EDGE            equ     16*STEP

                bss
                org     $C880
square_y        rmb     1               ; where it is, DAC values for PLACE_CYCLES
square_x        rmb     1
v_stick_1y      rmb     2               ; up and down; v_stick_1 is for left and right
                code

                org     0
                setdp   $D0
                fcc     "g GCE 2026"
                fcb     $80
                fdb     Music_1
                fcb     $F8,$50,$20,-40
                fcc     "STICK"
                fcb     $80,0
                jmp     main            ; macros must be defined above their first use

                include "lib/beam.asm"
                include "lib/stick.asm"

main            clr     square_y
                clr     square_x
                clr     v_stick_1y
                jsr     sticks_wait
.frame          jsr     Wait_Recal
                jsr     Joy_Digital
                lda     Vec_Joy_1_X
                ldx     #v_stick_1
                jsr     stick_step
                ldx     #square_x
                bsr     square_move
                lda     Vec_Joy_1_Y
                ldx     #v_stick_1y
                jsr     stick_step
                ldx     #square_y
                bsr     square_move
                bsr     square_draw
                bra     .frame

; square_move: go a step in one direction, up to the edge
;   in       A = -1, 0 or 1; X = square_y or square_x
;   out      none
;   changes  A B CC             keeps  X Y U DP S
;   stack    2
square_move     ldb     #STEP
                mul                     ; B = A * STEP, its sign, too
                addb    ,x
                cmpb    #EDGE
                bgt     .end
                cmpb    #-EDGE
                blt     .end
                stb     ,x
.end            rts

; square_draw: draw it
;   in       square_y, square_x; DP = $D0
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   stack    6
square_draw     jsr     Intensity_5F
                ldd     square_y
                jsr     beam_place
                lda     #32             ; the scale of its lines
                sta     <VIA_t1_cnt_lo
                ldx     #vl_square
                jmp     Draw_VLc

vl_square       fcb     3               ; lines, less one
                fcb     0,50
                fcb     -50,0
                fcb     0,-50
                fcb     50,0
