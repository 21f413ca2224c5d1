; title.asm: the title and the menu
;
; what:     CONNECT in letters that light up in a wave, a large 4 between an X and an O,
;           and the four ways to play
; DP:       $D0
; RAM:      v_count

LETTER_TIME     equ     32              ; ramp of a stroke of a letter
LETTER_Y        equ     20              ; a letter is 4 units wide and 6 high
LETTER_X        equ     22
LETTER_PITCH    equ     32              ; from letter to letter, DAC units at scale $7F
TITLE_X         equ     -107
TITLE_Y         equ     70
FIGURE_TIME     equ     42              ; the figures below are larger
FIGURE_Y        equ     12

MENU_Y          equ     -24             ; first line, DAC units at scale $7F
MENU_PITCH      equ     20
MENU_MARK_X     equ     -120            ; twice the coordinate, as beam_place wants it
TEXT_ROWS       equ     1128            ; p from the first to the last row of a letter
TEXT_SINKS      equ     120             ; p that a real machine drifts down meanwhile
MARK_BELOW      equ     TEXT_ROWS/2+TEXT_SINKS+TOKEN_RADIUS*BOARD_SCALE

; title_draw: draw the title and the menu
;   in       v_menu, frame_counter, DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 26000           vectors <= 80
;   stack    12
title_draw      ldy     #tbl_title
                clr     v_count
.letter         ldb     frame_counter   ; the light runs along the letters
                lsrb
                lsrb
                subb    v_count
                andb    #7
                ldx     #tbl_wave
                lda     b,x
                jsr     Intensity_a
                jsr     Reset0Ref
                ldd     ,y++
                jsr     Moveto_d_7F
                ldx     ,y++
                ldb     #LETTER_TIME
                jsr     Draw_VLp_b
                inc     v_count
                cmpy    #tbl_title_end
                bne     .letter
                jsr     Intensity_7F
                ldy     #tbl_figures
.figure         jsr     Reset0Ref
                ldd     ,y++
                jsr     Moveto_d_7F
                ldx     ,y++
                ldb     #FIGURE_TIME
                jsr     Draw_VLp_b
                cmpy    #tbl_figures_end
                bne     .figure
                ldu     #str_menu
                jsr     menu_draw
; menu_mark_draw: mark the chosen line of the menu
;   in       v_menu, frame_counter, DP = $D0
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 800             vectors = 2
;   stack    6
menu_mark_draw  lda     #LIGHT_CHOSEN
                jsr     Intensity_a
                ldx     #tbl_mark_y
                lda     v_menu
                lda     a,x
                ldb     frame_counter
                andb    #$20
                beq     .x
                ldb     #MENU_MARK_X+2*TOKEN_RADIUS
                jsr     beam_place
                jsr     o_shape
                bra     .end
.x              ldb     #MENU_MARK_X
                jsr     beam_place
                jsr     x_shape
.end            jmp     Reset0Ref

; mark_y: y of the mark's foot, as beam_place wants it, for the middle of a line of the menu;
; the ROM's move ramps two cycles longer than $7F on a real machine, and not on a perfect one
mark_y          macro   line
                fcb     ((MENU_Y-line*MENU_PITCH)*($7F+1)-MARK_BELOW)/(BOARD_SCALE/2)
                endm

tbl_mark_y      mark_y  0
                mark_y  1
                mark_y  2
                mark_y  3

tbl_wave        fcb     $7F,$70,$60,$54,$4C,$50,$5C,$6C

; letter: where a letter begins and how it goes on
letter          macro   place,strokes
                fcb     TITLE_Y,TITLE_X+place*LETTER_PITCH
                fdb     strokes
                endm

tbl_title       letter  0,vl_c
                letter  1,vl_o
                letter  2,vl_n
                letter  3,vl_n
                letter  4,vl_e
                letter  5,vl_c
                letter  6,vl_t
tbl_title_end

tbl_figures     fcb     FIGURE_Y,-70
                fdb     vl_big_x
                fcb     FIGURE_Y,-15
                fdb     vl_4
                fcb     FIGURE_Y,40
                fdb     vl_o
tbl_figures_end

; draw, move: one stroke, lit or dark, in the units of a letter
draw            macro   up,right
                fcb     $FF,(up)*LETTER_Y,(right)*LETTER_X
                endm
move            macro   up,right
                fcb     0,(up)*LETTER_Y,(right)*LETTER_X
                endm
VL_END          equ     1

vl_c            move    6,4
                draw    0,-3
                draw    -1,-1
                draw    -4,0
                draw    -1,1
                draw    0,3
                fcb     VL_END
vl_o            move    0,1
                draw    0,2
                draw    1,1
                draw    4,0
                draw    1,-1
                draw    0,-2
                draw    -1,-1
                draw    -4,0
                draw    -1,1
                fcb     VL_END
vl_n            draw    6,0
                draw    -6,4
                draw    6,0
                fcb     VL_END
vl_e            move    0,4
                draw    0,-4
                draw    6,0
                draw    0,4
                move    -3,-4
                draw    0,3
                fcb     VL_END
vl_t            move    0,2
                draw    6,0
                move    0,-2
                draw    0,4
                fcb     VL_END
vl_4            move    0,3
                draw    6,0
                draw    -4,-3
                draw    0,4
                fcb     VL_END
vl_big_x        draw    6,4
                move    -6,0
                draw    6,-4
                fcb     VL_END

; entry: a line of the menu
entry           macro   line,words
                fcb     MENU_Y-line*MENU_PITCH,-62
                fcc     words
                fcb     $80
                endm

str_menu        entry   0,"TWO PLAYERS"
                entry   1,"CPU EASY"
                entry   2,"CPU MEDIUM"
                entry   3,"CPU HARD"
