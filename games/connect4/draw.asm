; draw.asm: the board, the tokens, the text of a game
;
; what:     everything but the title, drawn by direct access to the VIA
; DP:       $D0
; RAM:      v_picture, v_count and the cells named in each contract
;
; A coordinate unit is BOARD_SCALE p.  Places are reached from the centre in one ramp of
; MOVE_TIME cycles, in which a DAC value of 2 is one coordinate.  Real machines ramp two
; cycles longer than the timer says, MAME three, so the times of the grid and of moves are two
; cycles short: there the grid closes.  On a perfect machine its right edge stands 2 units to
; the left.  In a row of tokens the errors add up: their times are one cycle short, to share
; the error.

RAMP_EXTRA      equ     1
GRID_EXTRA      equ     2
MOVE_TIME       equ     BOARD_SCALE/2-GRID_EXTRA
LINE_TIME       equ     BOARD_SCALE-GRID_EXTRA
TOKEN_SPEED     equ     66              ; DAC value of all moves inside a row
TICKS_PER_UNIT  equ     BOARD_SCALE/TOKEN_SPEED
                assert  TICKS_PER_UNIT*TOKEN_SPEED = BOARD_SCALE, "no remainder is lost"
CELL_TIME       equ     CELL_SIZE*TICKS_PER_UNIT-GRID_EXTRA

GRID_LEFT       equ     -119            ; twice the coordinate: -59.5, half a cell left of
GRID_BOTTOM     equ     -99             ; column 0, and half a cell below row 0: -49.5
GRID_WIDTH      equ     COLUMN_COUNT*CELL_SIZE
ANCHOR_COLUMN   equ     4               ; the right half is placed anew from the centre
ANCHOR_PAIRS    equ     (COLUMN_COUNT+1-ANCHOR_COLUMN)/2
ANCHOR_ROW      equ     4
ANCHOR_ROWS_LEFT equ    (ROW_COUNT+1)/2+1-ANCHOR_ROW/2
GRID_HEIGHT     equ     ROW_COUNT*CELL_SIZE

LIGHT_GRID      equ     $38
LIGHT_TOKEN     equ     $70
LIGHT_TEXT      equ     $60

BLINK           equ     $10             ; bit of frame_counter
TEXT_Y          equ     -96             ; below the board, DAC units at scale $7F

                setdp   $D0

; board_draw: draw the grid and the tokens
;   in       game_board, v_fall_index, DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 20500           vectors <= 99
;   stack    8
board_draw      jsr     grid_draw
                jsr     picture_make
                jmp     tokens_draw

; grid_draw: draw the lines of the board
;   in       DP = $D0
;   out      none
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 6300            vectors = 15
;   stack    6
grid_draw       lda     #LIGHT_GRID
                jsr     Intensity_a
                ldd     #(GRID_BOTTOM&$FF)<<8|GRID_LEFT&$FF
                jsr     beam_place
                lda     #(COLUMN_COUNT+1)/2
                sta     v_count
.column         ldd     #GRID_HEIGHT<<8
                jsr     beam_draw
                ldd     #TOKEN_SPEED
                jsr     beam_skip
                ldd     #(-GRID_HEIGHT&$FF)<<8
                bsr     beam_draw
                dec     v_count
                beq     .rows
                lda     v_count
                cmpa    #ANCHOR_PAIRS   ; from the centre again, before the errors add up
                beq     .anchor
                ldd     #TOKEN_SPEED
                jsr     beam_skip
                bra     .column
.anchor         ldd     #(GRID_BOTTOM&$FF)<<8|GRID_LEFT+2*ANCHOR_COLUMN*CELL_SIZE&$FF
                jsr     beam_place
                bra     .column
.rows           ldd     #(GRID_BOTTOM&$FF)<<8|GRID_LEFT&$FF
                jsr     beam_place
                lda     #(ROW_COUNT+1)/2+1
                sta     v_count
.row            ldd     #GRID_WIDTH
                bsr     beam_draw
                dec     v_count
                beq     .end
                ldd     #TOKEN_SPEED<<8
                jsr     beam_skip
                ldd     #-GRID_WIDTH&$FF
                bsr     beam_draw
                lda     v_count
                cmpa    #ANCHOR_ROWS_LEFT
                beq     .upper
                ldd     #TOKEN_SPEED<<8
                jsr     beam_skip
                bra     .row
.upper          ldd     #(GRID_BOTTOM+2*ANCHOR_ROW*CELL_SIZE&$FF)<<8|GRID_LEFT&$FF
                jsr     beam_place
                bra     .row
.end            lda     #VIA_ZERO       ; so that nothing drifts meanwhile
                sta     <VIA_cntl
                rts

; beam_draw: draw a line of the grid
;   in       A = y, B = x, coordinates; DP = $D0
;   out      none
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 290             vectors = 1
;   stack    2
beam_draw       sta     <VIA_port_a
                clr     <VIA_port_b
                lda     #LINE_TIME
                sta     <VIA_t1_cnt_lo
                lda     #1
                sta     <VIA_port_b
                stb     <VIA_port_a
                ldd     #$FF00|T1_FLAG
                sta     <VIA_shift_reg
                clr     <VIA_t1_cnt_hi
.ramp           bitb    <VIA_int_flags
                beq     .ramp
                clra
                nop                     ; the ramp ends later than the timer
                nop
                nop
                sta     <VIA_shift_reg
                rts

; beam_skip: go from one line of the grid to the next, dark
;   in       A = y, B = x: one of them TOKEN_SPEED, the other 0; DP = $D0
;   out      none
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 130             vectors = 0
;   stack    2
beam_skip       sta     <VIA_port_a
                clr     <VIA_port_b
                lda     #CELL_TIME
                sta     <VIA_t1_cnt_lo
                lda     #1
                sta     <VIA_port_b
                stb     <VIA_port_a
                clr     <VIA_t1_cnt_hi
                ldb     #T1_FLAG
.ramp           bitb    <VIA_int_flags
                beq     .ramp
                rts

; picture_make: copy the board for drawing, without what must not be seen in this frame
;   in       game_board, v_fall_index, game_state, frame_counter, win_cells
;   out      v_picture
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 1000
;   stack    4
picture_make    ldx     #v_picture
                ldu     #game_board
.row            ldd     ,u++
                std     ,x++
                ldd     ,u++
                std     ,x++
                lda     #$FF            ; the end of the left half
                sta     ,x+
                ldd     ,u++
                std     ,x++
                lda     ,u+
                ldb     #$FF
                std     ,x++
                cmpx    #v_picture+PICTURE_BYTES
                bne     .row
                ldb     v_fall_index
                bmi     .blink
                bsr     .hide
.blink          lda     game_state
                cmpa    #STATE_WON_X
                blo     .end
                cmpa    #STATE_WON_O
                bhi     .end
                lda     frame_counter
                bita    #BLINK
                beq     .end
                ldu     #win_cells
.cell           ldb     ,u+
                bsr     .hide
                cmpu    #win_cells+LINE_LENGTH
                bne     .cell
.end            rts
.hide           ldx     #v_picture      ; B = index
                lda     #-1
.divide         inca
                subb    #COLUMN_COUNT
                bhs     .divide
                addb    #COLUMN_COUNT
                cmpb    #ANCHOR_COLUMN
                blo     .left
                incb
.left           abx
                ldb     #PICTURE_ROW
                mul
                clr     d,x
                rts

; draw_x, draw_o: the two shapes, in line where every cycle counts.  The numbers in brackets
; are cycles since the ramp began; the light goes out when the ramp has ended behind the timer.
; B = 0 on the way.

X_SPEED         equ     99              ; DAC value of the strokes of an X
X_TICKS         equ     24
                assert  X_SPEED*X_TICKS = 2*TOKEN_RADIUS*BOARD_SCALE, "as large as a token"

; diagonal: draw one stroke of an X
diagonal        macro   up,right
                aim     up,right
                ldd     #$FF00
                sta     <VIA_shift_reg
                stb     <VIA_t1_cnt_hi  ; [0]
                lda     #6
.lit\?          deca
                bne     .lit\?          ; [32]
                stb     <VIA_shift_reg  ; [36]
                endm

; draw_x: two strokes, from the lower left to the lower right
draw_x          macro
                lda     #X_TICKS-RAMP_EXTRA
                sta     <VIA_t1_cnt_lo
                diagonal X_SPEED,X_SPEED
                aim     0,-X_SPEED
                clr     <VIA_t1_cnt_hi  ; [0] to the upper left, dark
                lda     #6
.across\?       deca
                bne     .across\?       ; [32]
                diagonal -X_SPEED,X_SPEED
                endm

; The X input changes three times in a ramp of an O, 13 cycles apart: MAME forgets a value that
; is replaced within its delay of 12.75.  A real ramp lies 2 cycles behind X, a simple one does
; not: the changes come 1 cycle late, so that the top leans as little as can be in either.
O_UP            equ     44
O_TICKS         equ     54
O_WIDE          equ     74              ; speeds of X that make the sides of an O
O_NARROW        equ     12
                assert  O_UP*O_TICKS = 2*TOKEN_RADIUS*BOARD_SCALE, "as high as a token"

; arc: draw half of an O, four of its eight sides
arc             macro   up,wide,narrow
                aim     up,wide
                ldd     #$FF00
                sta     <VIA_shift_reg
                stb     <VIA_t1_cnt_hi  ; [0]
                lda     #narrow
                nop
                nop
                nop
                brn     *
                sta     <VIA_port_a     ; [15]
                lda     #-narrow
                nop
                nop
                brn     *
                sta     <VIA_port_a     ; [28]
                lda     #-wide
                nop
                nop
                brn     *
                sta     <VIA_port_a     ; [41]
                lda     #3
.end\?          deca
                bne     .end\?          ; [58]
                nop
                nop
                stb     <VIA_shift_reg  ; [66]
                endm

; draw_o: half up and half down, from the lowest point back to it
draw_o          macro
                lda     #O_TICKS-RAMP_EXTRA
                sta     <VIA_t1_cnt_lo
                arc     O_UP,O_WIDE,O_NARROW
                arc     -O_UP,-O_WIDE,-O_NARROW
                endm

; x_shape: draw an X
;   in       the beam at its lower left corner, DP = $D0
;   out      the beam at its lower right corner
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 290             vectors = 2
;   stack    2
x_shape         draw_x
                rts

; o_shape: draw an O
;   in       the beam at its lowest point, DP = $D0
;   out      the beam where it was
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 225             vectors = 2
;   stack    2
o_shape         draw_o
                rts

; skip: go along the row for D cycles, dark; A must not be used before the ramp begins
skip            macro
                stb     <VIA_t1_cnt_lo
                clr     <VIA_port_a
                clr     <VIA_port_b
                ldb     #1
                nop
                stb     <VIA_port_b
                ldb     #TOKEN_SPEED
                stb     <VIA_port_a
                sta     <VIA_t1_cnt_hi
                ldb     #T1_FLAG
.ramp\?         bitb    <VIA_int_flags
                beq     .ramp\?
                endm

; tokens_draw: draw what is in v_picture
;   in       v_picture, DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 15200           vectors <= 84
;   stack    6
tokens_draw     lda     #LIGHT_TOKEN
                jsr     Intensity_a
                ldx     #v_picture
                ldy     #tbl_row_start
                jmp     .row
.o              draw_o
                ldu     #tbl_after_o
.gap            lda     ,x+             ; the next token of the row
                bmi     .row_end
                bne     .next
                leau    4,u
                bra     .gap
.next           deca
                bne     .next_o
                ldd     ,u
                skip
                bra     .x
.next_o         ldd     2,u
                skip
                jmp     .o
.row_end        leay    2,y             ; the next half of a row
                cmpx    #v_picture+PICTURE_BYTES
                lbeq    .end
.row            ldb     1,y
.first          lda     ,x+             ; the first token of the row
                bmi     .row_end
                bne     .found
                addb    #CELL_SIZE*2
                bra     .first
.found          deca
                bne     .found_o
                lda     ,y
                jsr     beam_place
.x              draw_x
                ldu     #tbl_after_x
                jmp     .gap
.found_o        addb    #TOKEN_RADIUS*2 ; an O begins at its lowest point
                lda     ,y
                jsr     beam_place
                jmp     .o
.end            rts

; token_draw: draw one token anywhere
;   in       A = y, B = column; temp_type = 1 X, 2 O; DP = $D0
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 650             vectors = 2
;   stack    8
token_draw      ldx     #col_x_table
                ldb     b,x
                suba    #TOKEN_RADIUS
                subb    #TOKEN_RADIUS
                asla
                aslb
                tst     temp_type
                beq     .end
                pshs    a
                lda     temp_type
                deca
                puls    a
                beq     .x
                addb    #TOKEN_RADIUS*2
                jsr     beam_place
                jmp     o_shape
.x              jsr     beam_place
                jmp     x_shape
.end            rts

; cursor_draw: draw the token to be dropped above its column; a refused one flickers
;   in       DP = $D0
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 720             vectors <= 2
;   stack    10
cursor_draw     lda     v_refused
                bita    #4
                bne     .end
                lda     current_player
                sta     temp_type
                lda     #LIGHT_TOKEN
                jsr     Intensity_a
                ldb     frame_counter
                lsrb
                lsrb
                andb    #7
                ldx     #tbl_bob
                lda     b,x
                adda    #CURSOR_Y
                ldb     cursor_col
                bra     token_draw
.end            rts

tbl_bob         fcb     0,0,1,1,2,2,1,1 ; the token hovers

; falling_draw: draw the falling token
;   in       v_fall_y, v_fall_type, last_col, DP = $D0
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 650             vectors = 2
;   stack    8
falling_draw    lda     v_fall_type
                sta     temp_type
                lda     v_fall_y
                ldb     last_col
                bra     token_draw

; status_draw: say whose turn it is
;   in       DP = $D0
;   out      none
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 4200            vectors = 7
;   stack    10
status_draw     ldu     #str_full
                lda     v_refused
                bne     .draw
                ldu     #str_thinking
                lda     v_phase
                cmpa    #PHASE_THINK
                beq     .draw
                lda     current_player
                ldb     v_fall_index    ; while a token falls its player is named
                incb
                beq     .named
                lda     v_fall_type
.named          ldu     #str_player_1
                ldb     game_mode
                beq     .two
                ldu     #str_you
.two            cmpa    #PLAYER_X
                beq     .draw
                ldu     #str_player_2
                tst     game_mode
                beq     .draw
                ldu     #str_computer
.draw           jmp     text_draw

; over_text_draw: say how the game ended, and by turns what the buttons do
;   in       DP = $D0
;   out      none
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 4900            vectors = 7
;   stack    10
over_text_draw  ldu     #str_hint
                jsr     hint_turn
                bne     .draw
                lda     game_state
                suba    #STATE_WON_X
                asla
                ldb     game_mode
                beq     .two
                adda    #6
.two            ldx     #tbl_over
                ldu     a,x
.draw           jmp     text_draw

tbl_over        fdb     str_wins_1,str_wins_2,str_tie
                fdb     str_you_win,str_you_lose,str_tie

str_player_1    text    "PLAYER 1"
str_player_2    text    "PLAYER 2"
str_you         text    "YOUR MOVE"
str_computer    text    "COMPUTER"
str_thinking    text    "THINKING"
str_full        text    "FULL"
str_pause       text    "PAUSE"
str_wins_1      text    "PLAYER 1 WINS"
str_wins_2      text    "PLAYER 2 WINS"
str_you_win     text    "YOU WIN"
str_you_lose    text    "COMPUTER WINS"
str_tie         text    "TIE GAME"
str_hint        text    "4 AGAIN 1 MENU"

; row_start: y and x of the first X of both halves of a row
row_start       macro   y
                fcb     (y-TOKEN_RADIUS)*2,(BOARD_LEFT-TOKEN_RADIUS)*2
                fcb     (y-TOKEN_RADIUS)*2,(BOARD_LEFT+ANCHOR_COLUMN*CELL_SIZE-TOKEN_RADIUS)*2
                endm

tbl_row_start   row_start -41
                row_start -24
                row_start -7
                row_start 10
                row_start 27
                row_start 44

; after: times from the end of a token to the beginning of the next X and the next O, for
; one cell further, two, and so on.  An X ends a radius to the right of its centre and
; begins one to the left; an O begins and ends in the middle.
after           macro   ended
cell            set     1
                rept    COLUMN_COUNT-1
                fdb     (cell*CELL_SIZE-ended-TOKEN_RADIUS)*TICKS_PER_UNIT-RAMP_EXTRA
                fdb     (cell*CELL_SIZE-ended)*TICKS_PER_UNIT-RAMP_EXTRA
cell            set     cell+1
                endr
                endm

tbl_after_x     after   TOKEN_RADIUS
tbl_after_o     after   0
