; game.asm: catch the falling stars; five that fall end the game

                include "vectrex.inc"

                bss
                org     $C880           ; where a program's own RAM begins
basket_x        rmb     1               ; from the middle, -128 to 127
star_y          rmb     1
star_x          rmb     1
speed           rmb     1               ; of the star, per frame
missed          rmb     1
score           rmb     7               ; digits and $80, as the ROM counts them
                code

                org     0
                setdp   $D0             ; the page of the hardware, in which ROM routines work
                fcc     "g GCE 2026"    ; the executive ROM refuses anything else
                fcb     $80
                fdb     Music_1
                fcb     $F8,$50,$20,-35 ; height, width, y, x of the title
                fcc     "CATCH"
                fcb     $80,0

SCALE           equ     $7F
SHAPE_SCALE     equ     $18
TOP             equ     100
GROUND          equ     -90
EDGE            equ     90
STEP            equ     4
REACH           equ     18              ; of the basket, to each side
MISSED_MOST     equ     5

main            lda     #1              ; read the first stick, left and right
                sta     Vec_Joy_Mux_1_X
                clr     Vec_Joy_Mux_1_Y
                clr     Vec_Joy_Mux_2_X
                clr     Vec_Joy_Mux_2_Y
game_start      ldx     #score
                jsr     Clear_Score
                clr     missed
                clr     basket_x
                lda     #1
                sta     speed
                bsr     star_new

game_frame      jsr     Wait_Recal
                jsr     Joy_Digital
                bsr     basket_move
                bsr     star_fall
                jsr     draw
                lda     missed
                cmpa    #MISSED_MOST
                blt     game_frame

over_frame      jsr     Wait_Recal
                jsr     draw
                ldu     #str_over
                jsr     Print_Str_yx
                jsr     Read_Btns
                lda     Vec_Button_1_4
                beq     over_frame
                bra     game_start

; star_new: put the star at the top, anywhere
star_new        lda     #TOP
                sta     star_y
.again          jsr     Random          ; A = 0 to 255
                cmpa    #EDGE
                bgt     .again
                cmpa    #-EDGE
                blt     .again
                sta     star_x
                rts

; basket_move: follow the stick up to the edge
basket_move     lda     Vec_Joy_1_X
                beq     .end
                bmi     .left
                lda     basket_x
                cmpa    #EDGE
                bge     .end
                adda    #STEP
                sta     basket_x
                rts
.left           lda     basket_x
                cmpa    #-EDGE
                ble     .end
                suba    #STEP
                sta     basket_x
.end            rts

; star_fall: let the star fall; at the ground it is caught or missed
star_fall       lda     star_y
                suba    speed
                sta     star_y
                cmpa    #GROUND
                bgt     .end
                lda     star_x
                suba    basket_x
                bvs     .missed         ; farther away than a byte can say
                cmpa    #REACH
                bgt     .missed
                cmpa    #-REACH
                blt     .missed
                ldx     #score
                lda     #10
                jsr     Add_Score_a
                lda     speed
                cmpa    #4
                bge     star_new
                inc     speed
                bra     star_new
.missed         inc     missed
                bra     star_new
.end            rts

; draw: the star, the basket and the score
draw            jsr     Intensity_7F
                ldd     star_y
                ldx     #vl_star
                bsr     shape_draw
                lda     #GROUND
                ldb     basket_x
                ldx     #vl_basket
                bsr     shape_draw
                jsr     Reset0Ref
                ldd     #$F830          ; height and width of the letters
                std     Vec_Text_HW
                ldd     #120*256-40
                ldu     #score
                jmp     Print_Str_d

; shape_draw: draw the list X at A up and B right
shape_draw      pshs    d
                jsr     Reset0Ref
                lda     #SCALE
                sta     <VIA_t1_cnt_lo
                puls    d
                jsr     Moveto_d
                lda     #SHAPE_SCALE
                sta     <VIA_t1_cnt_lo
                jmp     Draw_VLc

vl_star         fcb     3               ; number of lines, less one
                fcb     -40,40          ; up, right
                fcb     -40,-40
                fcb     40,-40
                fcb     40,40
vl_basket       fcb     3
                fcb     0,-90
                fcb     -50,30
                fcb     0,120
                fcb     50,30

str_over        fcb     0,-63
                fcc     "4: PLAY AGAIN"
                fcb     $80
