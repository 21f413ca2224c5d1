; draw.asm: the board and the tokens
;
; what:     everything of a game's picture but its text, drawn by direct access to the VIA
; DP:       $D0
; RAM:      v_list_x, v_list_o and the cells named in each contract
;
; A coordinate unit is BOARD_SCALE p.  Every token is placed from the centre, every two lines
; are, so no error of the beam is carried further than a cell.  While the rows of the grid are
; drawn the processor reads the board: one row in the time of one line.

; ---- Coordinates -----------------------------------------------------------------------
BOARD_WIDE      equ     COLUMN_COUNT*CELL_SIZE_UNITS
BOARD_HIGH      equ     ROW_COUNT*CELL_SIZE_UNITS
CELL_P          equ     CELL_SIZE_UNITS*BOARD_SCALE
RADIUS_P        equ     TOKEN_RADIUS_UNITS*BOARD_SCALE
LEFT_P          equ     BOARD_LEFT_UNITS*BOARD_SCALE    ; middle of the lowest cell on the left
BOTTOM_P        equ     BOARD_BOTTOM_UNITS*BOARD_SCALE

; The grid is placed in GRID_CYCLES, in which a DAC value of CELL_STEP_DAC goes a cell: so all its
; lines begin at whole values.  Its lines all have one speed, and so one brightness; a level one
; takes twice GRID_CYCLES.
GRID_CYCLES     equ     122
CELL_STEP_DAC   equ     CELL_P/GRID_CYCLES+1
GRID_CELL_P     equ     CELL_STEP_DAC*GRID_CYCLES
                assert  8*COLUMN_COUNT*(GRID_CELL_P-CELL_P) < 2*BOARD_SCALE, "an eighth of a unit"
LINE_DAC        equ     COLUMN_COUNT*CELL_STEP_DAC/2
LINE_CYCLES     equ     2*GRID_CYCLES
HIGH_CYCLES     equ     ROW_COUNT*GRID_CELL_P/LINE_DAC
GRID_X_DAC      equ     -LINE_DAC
GRID_Y_DAC      equ     (2*BOTTOM_P-CELL_P-GRID_CYCLES)/(2*GRID_CYCLES)

; The rack stands on legs with toes, so far below the grid
FOOT_CYCLES     equ     12
LEG_CYCLES      equ     HIGH_CYCLES+FOOT_CYCLES
TOE_CYCLES      equ     14
TOE_DAC         equ     LINE_DAC/2      ; half the speed: see docs/connect4.md
FOOT_X_DAC      equ     (LINE_DAC*GRID_CYCLES+TOE_DAC*TOE_CYCLES)/PLACE_CYCLES
FOOT_Y_DAC      equ     (GRID_Y_DAC*GRID_CYCLES-FOOT_CYCLES*LINE_DAC-PLACE_CYCLES/2)/PLACE_CYCLES
                assert  FOOT_X_DAC*PLACE_CYCLES = LINE_DAC*GRID_CYCLES+TOE_DAC*TOE_CYCLES

ACROSS_CYCLES   equ     122             ; from an upright line to the next
ACROSS_DAC      equ     GRID_CELL_P/ACROSS_CYCLES
                assert  ACROSS_DAC*ACROSS_CYCLES = GRID_CELL_P, "no remainder is lost"
UP_CYCLES       equ     72              ; from a level line to the next
UP_DAC          equ     GRID_CELL_P/UP_CYCLES
                assert  UP_DAC*UP_CYCLES = GRID_CELL_P, "no remainder is lost"

LIGHT_GRID      equ     $24
LIGHT_X         equ     $7F             ; an O is slower, so brighter
LIGHT_O         equ     $54
LIGHT_X_LOST    equ     $30             ; of the others, while the winning four pulse
LIGHT_O_LOST    equ     $28
LIGHT_WIN       equ     $7F

; ---- Grid ------------------------------------------------------------------------------

; column_pair: two upright lines from below, up and down again
column_pair     macro   number,towards
                place   GRID_Y_DAC,GRID_X_DAC+(number)*CELL_STEP_DAC,GRID_CYCLES
                line    LINE_DAC,0,HIGH_CYCLES
                grid_skip 0,towards*ACROSS_DAC,ACROSS_CYCLES
                line    -LINE_DAC,0,HIGH_CYCLES
                endm

; leg: an outer line with a leg and a toe, from the toe's end on, and the line beside it
leg             macro   inwards
                place   FOOT_Y_DAC,-(inwards)*FOOT_X_DAC,PLACE_CYCLES
                line    0,(inwards)*TOE_DAC,TOE_CYCLES
                line    LINE_DAC,0,LEG_CYCLES
                grid_skip 0,(inwards)*ACROSS_DAC,ACROSS_CYCLES
                line    -LINE_DAC,0,HIGH_CYCLES
                endm

; row_line: a level line, and a row of the board read meanwhile
row_line        macro   right
                line_begin 0,right,LINE_CYCLES
                jsr     row_read
                line_end
                endm

; board_draw: draw the grid and the tokens
;   in       game_board, v_fall_index, DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 24000           vectors <= 103
;   stack    6
board_draw      ldu     #game_board
                jsr     grid_draw
                lda     v_fall_index    ; it is not drawn where it lies
                bmi     .draw
                jsr     list_remove
.draw           lda     #LIGHT_X
                ldb     #LIGHT_O
                jmp     tokens_draw

; over_board_draw: draw the board after the end: its tokens between the rack's outer lines, so that
; there is time for two lines of text; in the first frame with the whole grid, which lists them
;   in       A, B = light of X and of O; the board or v_shown; v_result: 0 in the first frame;
;            DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 24000           vectors <= 103
;   stack    6
over_board_draw pshs    a,b
                lda     v_result
                bne     .rack
                ldu     #game_board
                lda     game_state
                cmpa    #STATE_TIE
                beq     .list
                ldu     #v_shown
.list           jsr     grid_draw
                bra     .tokens
.rack           bsr     rack_draw
.tokens         puls    a,b
                jmp     tokens_draw

; rack_draw: draw the outer lines of the grid, without a dark way
;   in       DP = $D0
;   out      the beam zeroed
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 1200            vectors = 3
;   stack    4
rack_draw       lda     #LIGHT_GRID
                jsr     Intensity_a
                place   GRID_Y_DAC+ROW_COUNT*CELL_STEP_DAC,GRID_X_DAC,GRID_CYCLES
                line    -LINE_DAC,0,HIGH_CYCLES
                line    0,LINE_DAC,LINE_CYCLES
                line    LINE_DAC,0,HIGH_CYCLES
                lda     #VIA_ZERO
                sta     <VIA_cntl
                rts

; grid_draw: draw the rack, and list the tokens on the board
;   in       U = board; DP = $D0
;   out      v_list_x, v_list_o
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 7100            vectors = 17
;   stack    4
grid_draw       lda     #LIGHT_GRID
                jsr     Intensity_a
                leg     1
                column_pair 2,1
                column_pair 5,-1
                leg     -1
                ldx     #v_list_x
                ldy     #v_list_end
                clr     v_cell
row             set     0
                rept    ROW_COUNT/2
                place   GRID_Y_DAC+row*CELL_STEP_DAC,GRID_X_DAC,GRID_CYCLES
                row_line LINE_DAC
                grid_skip UP_DAC,0,UP_CYCLES
                row_line -LINE_DAC
row             set     row+2
                endr
                lda     #LIST_END
                sta     ,x
                sta     v_list_end
                sty     v_list_o
                lda     #VIA_ZERO       ; so that nothing drifts meanwhile
                sta     <VIA_cntl
                rts

; cell_list: list the token of a cell, B = CELL_ENTRY times its index
cell_list       macro
                lda     ,u+
                beq     .empty\?
                deca
                bne     .o\?
                stb     ,x+
                bra     .empty\?
.o\?            stb     ,-y
.empty\?        addb    #CELL_ENTRY
                endm

; row_read: list the tokens of a row; there is time for it while a line of the grid is drawn
;   in       U = row of the board, v_cell = CELL_ENTRY times its index, X and Y = the lists' ends
;   out      U, v_cell, X and Y moved on
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 200             vectors = 0
;   stack    2
row_read        ldb     v_cell
                rept    COLUMN_COUNT
                cell_list
                endr
                stb     v_cell
                rts

; list_remove: take a token out of its list; the last of the list takes its place
;   in       A = index of the cell
;   out      v_list_x, v_list_o
;   changes  A B X Y CC         keeps  U DP S
;   cycles   <= 560
;   stack    3
list_remove     ldx     #game_board
                ldb     a,x
                ldx     #v_list_x
                decb
                beq     .list
                ldx     v_list_o
.list           ldb     #CELL_ENTRY
                mul
                pshs    b
.look           lda     ,x+
                bmi     .end            ; it is not there
                cmpa    ,s
                bne     .look
                leay    -1,x
.last           lda     ,x+
                bpl     .last
                ldb     -2,x
                sta     -2,x            ; the end
                stb     ,y
.end            puls    a,pc

; ---- Tokens ----------------------------------------------------------------------------
; The numbers in brackets are cycles since a ramp began.  A value for the next ramp may be
; put on the DAC some cycles before the light goes out: it takes effect when the ramp is over.

X_SPEED_DAC     equ     114             ; of its strokes and of the dark way between them
X_CYCLES        equ     32
                assert  X_SPEED_DAC*X_CYCLES >= 2*RADIUS_P, "as large as a token"

; light_begin: let the first stroke of a shape begin; B must be 0, A is changed
light_begin     macro
                lda     #$FF
                sta     <VIA_shift_reg
                stb     <VIA_t1_cnt_hi  ; [0]
                endm

; draw_x: two strokes, from the lower left to the lower right, and zero.  What X had, Y gets next
draw_x          macro
                ldd     #X_SPEED_DAC<<8
                sta     <VIA_port_a
                stb     <VIA_port_b
                lda     #1
                nop
                sta     <VIA_port_b
                light_begin             ; [0]
                lda     #5
.up\?           deca
                bne     .up\?
                nop     2
                sta     <VIA_port_a     ; [35] to the upper left, dark
                stb     <VIA_port_b
                lda     #1
                stb     <VIA_shift_reg  ; [45]
                sta     <VIA_port_b
                lda     #-X_SPEED_DAC
                sta     <VIA_port_a
                stb     <VIA_t1_cnt_hi  ; [0]
                lda     #5
.across\?       deca
                bne     .across\?
                nop     2
                stb     <VIA_port_b     ; [35]
                lda     #1
                nop     2
                sta     <VIA_port_b
                lda     #X_SPEED_DAC
                sta     <VIA_port_a     ; [51]
                light_begin             ; [0]
                lda     #7
.down\?         deca
                bne     .down\?
                lda     #VIA_ZERO
                nop
                stb     <VIA_shift_reg  ; [45]
                sta     <VIA_cntl
                endm

; The X input changes four times in each half of an O, at least 13 cycles apart: MAME forgets
; a value that is replaced within its delay of 12.75.  A real ramp lies a cycle behind X, a
; simple one does not: the changes come a cycle late, so that the O leans as little as can be.
O_SPEED_DAC     equ     55
O_CYCLES        equ     66
O_WIDE          equ     108             ; speeds of X that make the sides of an O
O_NARROW        equ     26
                assert  O_SPEED_DAC*O_CYCLES >= 2*RADIUS_P, "as large as a token"

; arc_turns: the changes of X in half an O
arc_turns       macro   wide,narrow
                lda     #narrow
                nop     4
                sta     <VIA_port_a     ; [14] ;@strict no-dac-ramp an arc
                clra
                nop     2
                brn     *
                sta     <VIA_port_a     ; [27] ;@strict no-dac-ramp an arc
                lda     #-(narrow)
                nop     4
                sta     <VIA_port_a     ; [41] ;@strict no-dac-ramp an arc
                lda     #-(wide)
                nop     2
                brn     *
                sta     <VIA_port_a     ; [54] ;@strict no-dac-ramp an arc
                endm

; draw_o: half up and half down, from the lowest point back to it, and zero
draw_o          macro
                ldd     #O_SPEED_DAC<<8
                sta     <VIA_port_a
                stb     <VIA_port_b
                ldd     #1<<8|O_WIDE
                nop
                sta     <VIA_port_b
                stb     <VIA_port_a
                clrb
                light_begin
                arc_turns O_WIDE,O_NARROW
                nop     5
                lda     #-O_SPEED_DAC
                sta     <VIA_port_a     ; [70]
                stb     <VIA_port_b
                stb     <VIA_shift_reg  ; [78]
                lda     #1
                sta     <VIA_port_b
                lda     #-O_WIDE
                sta     <VIA_port_a
                light_begin             ; its register has shifted for 18 cycles
                arc_turns -O_WIDE,-O_NARROW
                lda     #3
.end\?          deca
                bne     .end\?          ; [71]
                lda     #VIA_ZERO
                stb     <VIA_shift_reg  ; [77]
                sta     <VIA_cntl
                endm

; x_shape: draw an X
;   in       the beam at its lower left corner, DP = $D0
;   out      the beam zeroed
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 240             vectors = 2
;   stack    2
x_shape         lda     #X_CYCLES-RAMP_EXTRA
                sta     <VIA_t1_cnt_lo
                draw_x
                rts

; o_shape: draw an O
;   in       the beam at its lowest point, DP = $D0
;   out      the beam zeroed
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 235             vectors = 2
;   stack    2
o_shape         lda     #O_CYCLES-RAMP_EXTRA
                sta     <VIA_t1_cnt_lo
                draw_o
                rts

; token_place: from the centre to where a token begins, as tbl_place_* says; the beam must be
; held at zero since a moment.  On goes X to the next entry of the list
                struct  entry
                ds      e_up,1
                ds      e_right,1
                ds      e_cycles,1
                end struct
CELL_ENTRY      equ     entry
LIST_END        equ     $80             ; no entry lies so far

token_place     macro   table,cycles
                ldd     e_up,x
                sta     <VIA_port_a
                clr     <VIA_port_b
                lda     e_cycles,x
                sta     <VIA_t1_cnt_lo
                lda     #1
                sta     <VIA_port_b
                stb     <VIA_port_a
                ldb     ,u+             ; meanwhile the integrators are zeroed
                ldx     #table
                abx
                lda     #VIA_RELEASE
                sta     <VIA_cntl
                clr     <VIA_t1_cnt_hi
                lda     #cycles-RAMP_EXTRA
                sta     <VIA_t1_cnt_lo
                ramp_wait
                endm

; tokens_draw: draw the tokens of both lists
;   in       A, B = light of X and of O; v_list_x, v_list_o, the beam zeroed, DP = $D0
;   out      none
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 17500           vectors <= 84
;   stack    5
tokens_draw     pshs    b
                jsr     Intensity_a
                ldu     #v_list_x
                bsr     x_list_draw
                puls    a
                jsr     Intensity_a
                ldu     v_list_o
                jmp     o_list_draw

; x_list_draw: draw an X for each entry of a list
;   in       U = list, the beam zeroed, DP = $D0
;   out      none
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 18000           vectors <= 84
;   stack    2
x_list_draw     ldb     ,u+
                ldx     #tbl_place_x
                abx
                bra     .more
.token          token_place tbl_place_x,X_CYCLES
                draw_x
.more           cmpx    #tbl_place_x+LIST_END
                lbne    .token
                rts

; o_list_draw: draw an O for each entry of a list
;   in       U = list, the beam zeroed, DP = $D0
;   out      none
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 18000           vectors <= 84
;   stack    2
o_list_draw     ldb     ,u+
                ldx     #tbl_place_o
                abx
                jmp     .more
.token          token_place tbl_place_o,O_CYCLES
                draw_o
.more           cmpx    #tbl_place_o+LIST_END
                lbne    .token
                rts

; token_draw: draw one token anywhere
;   in       A = y, B = column; temp_type = 1 X, 2 O; DP = $D0
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 560             vectors = 2
;   stack    6
token_draw      ldx     #col_x_table
                ldb     b,x
                suba    #TOKEN_RADIUS_UNITS
                asla
                aslb
; falls into token_draw_at

; token_draw_at: the same at any place
;   in       A = y of its foot, B = x of its middle, half units; temp_type, DP = $D0
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 540             vectors = 2
;   stack    4
token_draw_at   tst     temp_type
                beq     .end
                pshs    a
                lda     temp_type
                deca
                puls    a
                beq     .x
                jsr     beam_place
                jmp     o_shape
.x              subb    #2*TOKEN_RADIUS_UNITS
                jsr     beam_place
                jmp     x_shape
.end            rts

; cursor_draw: draw the token to be dropped above its column; a refused one flickers
;   in       DP = $D0
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 650             vectors <= 2
;   stack    8
cursor_draw     lda     v_refused
                bita    #4
                bne     .end
                lda     current_player
                sta     temp_type
                jsr     token_light
                ldb     frame_counter
                lsrb
                lsrb
                andb    #7
                ldx     #tbl_bob
                lda     b,x
                adda    #CURSOR_Y_UNITS
                ldb     cursor_col
                bra     token_draw
.end            rts

tbl_bob         fcb     0,0,1,1,2,2,1,1 ; the token hovers

; token_light: set the light for a token
;   in       temp_type, DP = $D0
;   out      none
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 70
;   stack    4
token_light     lda     temp_type
                cmpa    #PLAYER_X
                beq     .x
                lda     #LIGHT_O
                jmp     Intensity_a
.x              lda     #LIGHT_X
                jmp     Intensity_a

; falling_draw: draw the falling token
;   in       v_fall_y, v_fall_type, last_col, DP = $D0
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 620             vectors = 2
;   stack    8
falling_draw    lda     v_fall_type
                sta     temp_type
                jsr     token_light
                lda     v_fall_y
                ldb     last_col
                bra     token_draw

; last_draw: mark the token placed last: an O with a point in its middle, an X with a bar across
;   in       move_count, last_row, last_col, current_player, DP = $D0
;   out      the beam zeroed
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 520             vectors <= 1
;   stack    4
last_draw       lda     move_count
                beq     .end
                lda     #LIGHT_WIN
                jsr     Intensity_a
                ldx     #row_y_table
                lda     last_row
                lda     a,x
                ldx     #col_x_table
                ldb     last_col
                ldb     b,x
                asla
                aslb
                pshs    a
                lda     current_player  ; the other one's is the last
                cmpa    #PLAYER_X
                puls    a
                beq     .o
                subb    #BAR_HALVES
                jsr     beam_place
                lda     #BAR_CYCLES-RAMP_EXTRA
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_port_a
                sta     <VIA_port_b
                ldd     #1<<8|BAR_DAC
                nop     2
                sta     <VIA_port_b
                stb     <VIA_port_a
                clrb
                light_begin
                line_end
                bra     .zero
.o              jsr     beam_place
                lda     #$FF
                ldb     #POINT_TURNS
                sta     <VIA_shift_reg
.light          decb
                bne     .light
                stb     <VIA_shift_reg
.zero           lda     #VIA_ZERO
                sta     <VIA_cntl
.end            rts

BAR_HALVES      equ     10              ; half of the bar, half units
BAR_CYCLES      equ     24
BAR_DAC         equ     BAR_HALVES*BOARD_SCALE/BAR_CYCLES
POINT_TURNS     equ     6               ; of five cycles the point has light

; ---- Tables ----------------------------------------------------------------------------

; entry_of: how to place the beam at a point; the farther axis gets nearly the highest speed
; that the DAC has
SPEED_MOST_DAC  equ     126
entry_of        macro   up,right        ; p
far             set     (up) < 0 ? -(up) : (up)
                if      ((right) < 0 ? -(right) : (right)) > far
far             set     (right) < 0 ? -(right) : (right)
                endif
time            set     (far+SPEED_MOST_DAC-1)/SPEED_MOST_DAC
                fcb     ((up)*2+((up) < 0 ? -time : time))/(2*time)
                fcb     ((right)*2+((right) < 0 ? -time : time))/(2*time)
                fcb     time-RAMP_EXTRA
                endm

; tokens: where the tokens of all cells begin, so far left of their middle
tokens          macro   left
row             set     0
                rept    ROW_COUNT
column          set     0
                rept    COLUMN_COUNT
                entry_of BOTTOM_P+row*CELL_P-RADIUS_P,LEFT_P+column*CELL_P-(left)*BOARD_SCALE
column          set     column+1
                endr
row             set     row+1
                endr
                endm

tbl_place_x     tokens  TOKEN_RADIUS_UNITS
tbl_place_o     tokens  0
                assert  tbl_place_o-tbl_place_x <= LIST_END, "an entry is known by a positive byte"
