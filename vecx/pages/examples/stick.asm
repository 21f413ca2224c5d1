; stick.asm: a dot that the stick moves

                include "vectrex.inc"

                bss
                org     $C880           ; where a program's own RAM begins
dot_y           rmb     1               ; from the middle, -128 to 127
dot_x           rmb     1
                code

                org     0
                setdp   $D0             ; the page of the hardware, in which ROM routines work
                fcc     "g GCE 2026"    ; the executive ROM refuses anything else
                fcb     $80
                fdb     Music_1
                fcb     $F8,$50,$20,-35 ; height, width, y, x of the title
                fcc     "STICK"
                fcb     $80,0

STEP            equ     2
EDGE            equ     80

main            clr     dot_y
                clr     dot_x
                lda     #1              ; read both ways of stick 1, and nothing of stick 2
                sta     Vec_Joy_Mux_1_X
                lda     #3
                sta     Vec_Joy_Mux_1_Y
                clr     Vec_Joy_Mux_2_X
                clr     Vec_Joy_Mux_2_Y
frame           jsr     Wait_Recal
                jsr     Joy_Digital
                lda     Vec_Joy_1_X
                ldx     #dot_x
                bsr     move
                lda     Vec_Joy_1_Y
                ldx     #dot_y
                bsr     move
                jsr     Intensity_7F
                lda     #$7F            ; how far a move goes, in cycles
                sta     <VIA_t1_cnt_lo
                ldd     dot_y
                jsr     Dot_d
                bra     frame

; move: go a step in one direction, up to the edge
;   in       A = below 0, 0 or above 0; X = dot_y or dot_x
;   out      none
;   changes  A CC               keeps  B X Y U DP S
move            tsta
                beq     .end
                bmi     .back
                lda     ,x
                cmpa    #EDGE
                bge     .end
                adda    #STEP
                sta     ,x
                rts
.back           lda     ,x
                cmpa    #-EDGE
                ble     .end
                suba    #STEP
                sta     ,x
.end            rts
