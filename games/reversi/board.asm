; board.asm: the board, drawn with a pen: 9 + 9 lines, discs as rings, dots
;
; what:     what lies on the squares, by direct access to the VIA
; DP:       $D0
; RAM:      v_cells: what each square shows, column by column from below, an end after each
;
; A column of discs is two ramps, up and down.  Y goes evenly; the speed of X is changed while
; the beam is on its way, so that the right halves of the rings come first, the left halves on the
; way back.  What a square shows is a routine of CELL_CYCLES for each way; it ends with a jump to
; the next square's.  So a board costs the same whatever lies on it, and an empty column nothing.
;
; The values of X are 13 cycles apart, because MAME forgets one that is replaced within its delay of
; 12.75.  A real beam follows X and the timer some 12 cycles late, a simple machine's at once, and
; both have the light at once: it comes 7 cycles after X, so that the one begins a ring a little
; early and the other a little late.

CELL_CYCLES     equ     67              ; of the beam from square to square
DISC_SPEED      equ     52              ; DAC value of Y meanwhile
CELL_P          equ     CELL_CYCLES*DISC_SPEED
BOARD_CYCLES    equ     134             ; from the centre to a line or a column
CELL_DAC        equ     CELL_P/BOARD_CYCLES
                assert  CELL_DAC*BOARD_CYCLES = CELL_P, "lines and squares fit"
BOARD_RIGHT     equ     4*CELL_DAC
BOARD_RAISED    equ     6               ; the board lies higher than the centre: text stands below
BOARD_BOTTOM    equ     BOARD_RAISED-BOARD_RIGHT
LINE_DAC        equ     126             ; a line of the grid
LINE_CYCLES     equ     221
                assert  BOARD_SIZE*CELL_P-LINE_DAC*LINE_CYCLES < 50
STEP_DAC        equ     40              ; from line to line: slowly, so that a cycle more is little
STEP_CYCLES     equ     87
                assert  CELL_P-STEP_DAC*STEP_CYCLES < 13
COLUMN_LEAD     equ     7               ; cycles of a column's ramp before its first square
COLUMN_CYCLES   equ     BOARD_SIZE*CELL_CYCLES+2*COLUMN_LEAD
COLUMN_Y        equ     BOARD_BOTTOM-3  ; it begins so much lower
                assert  3*BOARD_CYCLES-COLUMN_LEAD*DISC_SPEED < 40

LIGHT_GRID      equ     $2C
LIGHT_DISCS     equ     $68
LIGHT_CURSOR    equ     $7F

; What a square can show, twice its place in tbl_shapes.
CELL_EMPTY      equ     0
CELL_WHITE      equ     2
CELL_BLACK      equ     4
CELL_DOT        equ     6               ; a legal move
CELL_WHITE_TURNS equ    8               ; a disc that the move would turn
CELL_BLACK_TURNS equ    10
CELL_WHITE_OBLIQUE equ  12              ; a disc while it turns
CELL_WHITE_NARROW equ   14
CELL_EDGE       equ     16
CELL_BLACK_NARROW equ   18
CELL_BLACK_OBLIQUE equ  20
CELL_END        equ     22
SHAPE_BYTES     equ     24              ; a table of them

; ---- Rings -----------------------------------------------------------------------------
; X = table of the shapes, U -> the next square, Y = the next square's shape.  The numbers in
; brackets are cycles since the shape began.

; next_square: B = what the next square shows
next_square     macro   up
                if      up
                ldb     ,u+
                else
                ldb     ,-u
                endif
                endm

; dark_begin: the light goes out that the square before has left on; B = 0
dark_begin      macro
                clrb
                stb     <VIA_shift_reg  ; [6]
                endm

; octagon: half a ring of eight sides
octagon         macro   up,wide,narrow
                dark_begin
                lda     #(wide)&$FF
                sta     <VIA_port_a     ; [12] ;@strict no-dac-ramp an arc
                ldd     #$FF00|(narrow)&$FF
                sta     <VIA_shift_reg  ; [19]
                nop
                stb     <VIA_port_a     ; [25] ;@strict no-dac-ramp an arc
                next_square up
                lda     #-(narrow)&$FF
                sta     >VIA_port_a     ; [38] ;@strict no-dac-ramp an arc
                ldy     b,x
                lda     #-(wide)&$FF
                sta     <VIA_port_a     ; [51] ;@strict no-dac-ramp an arc
                nop     2
                brn     *
                clra
                sta     <VIA_port_a     ; [64] ;@strict no-dac-ramp an arc
                jmp     ,y
                endm

; hexagon: half a smaller ring of six sides
hexagon         macro   up,wide
                dark_begin
                brn     *
                brn     *
                lda     #(wide)&$FF
                sta     <VIA_port_a     ; [18] ;@strict no-dac-ramp an arc
                ldd     #$FF00
                sta     <VIA_shift_reg  ; [25]
                nop
                stb     <VIA_port_a     ; [31] ;@strict no-dac-ramp an arc
                next_square up
                lda     #-(wide)&$FF
                sta     >VIA_port_a     ; [44] ;@strict no-dac-ramp an arc
                ldy     b,x
                lda     #0
                sta     <VIA_port_a     ; [57] ;@strict no-dac-ramp an arc
                nop     2
                brn     *
                jmp     ,y              ; the next square ends the light
                endm

; dot: a point in the middle
dot             macro   up
                dark_begin
                next_square up
                ldy     b,x
                lda     #2
.before\?       deca
                bne     .before\?
                nop
                lda     #$FF
                sta     <VIA_shift_reg  ; [39]
                nop
                clra
                sta     <VIA_shift_reg  ; [47]
                lda     #3
.after\?        deca
                bne     .after\?
                jmp     ,y
                endm

; nothing: an empty square
nothing         macro   up
                dark_begin
                next_square up
                ldy     b,x
                lda     #8
.wait\?         deca
                bne     .wait\?
                brn     *
                jmp     ,y
                endm

WHITE_WIDE      equ     88              ; speeds of X that make the sides
WHITE_THIN      equ     14
BLACK_WIDE      equ     64

up_nothing      nothing 1
up_dot          dot     1
up_white        octagon 1,WHITE_WIDE,WHITE_THIN
up_oblique      octagon 1,WHITE_WIDE*2/3,WHITE_THIN*2/3
up_narrow       octagon 1,WHITE_WIDE/3,WHITE_THIN/3
up_edge         octagon 1,0,0
up_black        hexagon 1,BLACK_WIDE
up_black_oblique hexagon 1,BLACK_WIDE*2/3
up_black_narrow hexagon 1,BLACK_WIDE/3
down_nothing    nothing 0
down_white      octagon 0,-WHITE_WIDE,-WHITE_THIN
down_oblique    octagon 0,-WHITE_WIDE*2/3,-WHITE_THIN*2/3
down_narrow     octagon 0,-WHITE_WIDE/3,-WHITE_THIN/3
down_edge       octagon 0,0,0
down_black      hexagon 0,-BLACK_WIDE
down_black_oblique hexagon 0,-BLACK_WIDE*2/3
down_black_narrow hexagon 0,-BLACK_WIDE/3

; The shapes, on the way up and on the way down; discs that would turn sway: four tables by turns.
shapes          macro   white,black
                fdb     up_nothing,up_white,up_black,up_dot,up_\white,up_\black
                fdb     up_oblique,up_narrow,up_edge,up_black_narrow,up_black_oblique,column_top
                fdb     down_nothing,down_white,down_black,down_nothing,down_\white,down_\black
                fdb     down_oblique,down_narrow,down_edge,down_black_narrow,down_black_oblique
                fdb     column_end
                endm

tbl_shapes      shapes  white,black
                shapes  oblique,black_oblique
                shapes  narrow,black_narrow
                shapes  oblique,black_oblique


                bss
v_column_x      rmb     1
                code

; column_go: let the beam go up or down a column; its first square's shape is Y.  The hold has 13
; cycles for its value: what an old machine's misses after 7 makes a unit in each row
column_go       macro   speed
                ldd     #((speed)&$FF)<<8
                sta     <VIA_port_a
                stb     <VIA_port_b     ; multiplexer on, channel 0
                lda     #(COLUMN_CYCLES-RAMP_EXTRA)&$FF
                sta     <VIA_t1_cnt_lo
                ldd     #1<<8
                sta     <VIA_port_b     ; off
                stb     <VIA_port_a
                lda     #(COLUMN_CYCLES-RAMP_EXTRA)>>8
                sta     <VIA_t1_cnt_hi
                jmp     ,y
                endm

; discs_draw: draw the discs and the dots
;   in       v_cells, frame_counter, DP = $D0
;   out      the beam zeroed
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 12100           vectors <= 128
;   stack    4
discs_draw      lda     #LIGHT_DISCS
                jsr     Intensity_a
                lda     frame_counter
                lsra
                lsra
                lsra
                anda    #3
                ldb     #2*SHAPE_BYTES
                mul
                ldx     #tbl_shapes
                abx
                ldu     #v_cells+1
                lda     #-BOARD_RIGHT+CELL_DAC/2
; falls into column_draw
column_draw     sta     v_column_x
                ldd     ,u
                addd    2,u
                addd    4,u
                addd    6,u
                beq     column_next
                lda     #VIA_ZERO
                sta     <VIA_cntl
                ldd     #(COLUMN_Y&$FF)<<8
                sta     <VIA_port_a
                stb     <VIA_port_b
                lda     #BOARD_CYCLES-RAMP_EXTRA
                sta     <VIA_t1_cnt_lo
                ldb     v_column_x
                lda     #1
                sta     <VIA_port_b
                stb     <VIA_port_a
                ldb     ,u+             ; meanwhile the integrators are zeroed
                ldy     b,x
                lda     #4
.zero           deca
                bne     .zero
                lda     #VIA_RELEASE
                sta     <VIA_cntl
                clr     <VIA_t1_cnt_hi
                ramp_wait
                column_go DISC_SPEED
column_top      dark_begin
                leau    -1,u            ; the end of the way up: U is past the column's end
                leax    SHAPE_BYTES,x
                ldb     ,-u
                ldy     b,x
                ramp_wait
                column_go -DISC_SPEED
column_end      dark_begin
                leax    -SHAPE_BYTES,x  ; the end of the way down: U is at the end before it
                leau    1,u
                ramp_wait
; falls into column_next
column_next     leau    BOARD_SIZE+1,u
                lda     v_column_x
                adda    #CELL_DAC
                cmpa    #BOARD_RIGHT
                lblt    column_draw
                lda     #VIA_ZERO
                sta     <VIA_cntl
                rts

; ---- Grid ------------------------------------------------------------------------------

; grid_ramp: a line or a step between two; a value on the DAC counts from the end of the last ramp
grid_ramp       macro   up,right,cycles,lit
                ldd     #((up)&$FF)<<8
                sta     <VIA_port_a
                stb     <VIA_port_b
                lda     #cycles-RAMP_EXTRA
                stb     <VIA_shift_reg  ; the light goes out
                sta     <VIA_t1_cnt_lo
                ldd     #1<<8|(right)&$FF
                sta     <VIA_port_b
                stb     <VIA_port_a
                ldd     #lit<<8
                sta     <VIA_shift_reg
                stb     <VIA_t1_cnt_hi
                ramp_wait
                endm

; rows, columns: some lines, there and back by turns
rows            macro   first,count
                place   BOARD_BOTTOM+(first)*CELL_DAC,-BOARD_RIGHT,BOARD_CYCLES
way             set     LINE_DAC
                rept    (count)-1
                grid_ramp 0,way,LINE_CYCLES,$FF
                grid_ramp STEP_DAC,0,STEP_CYCLES,0
way             set     -way
                endr
                grid_ramp 0,way,LINE_CYCLES,$FF
                grid_end
                endm

columns         macro   first,count
                place   BOARD_BOTTOM,(first)*CELL_DAC-BOARD_RIGHT,BOARD_CYCLES
way             set     LINE_DAC
                rept    (count)-1
                grid_ramp way,0,LINE_CYCLES,$FF
                grid_ramp 0,STEP_DAC,STEP_CYCLES,0
way             set     -way
                endr
                grid_ramp way,0,LINE_CYCLES,$FF
                grid_end
                endm

; grid_end: the last line ends on a slow machine later than the timer
grid_end        macro
                nop     4
                clr     <VIA_shift_reg
                endm

; grid_draw: draw the lines of the board
;   in       DP = $D0
;   out      the beam zeroed
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 8000            vectors = 18
;   stack    4
grid_draw       lda     #LIGHT_GRID
                jsr     Intensity_a
                rows    0,3
                rows    3,3
                rows    6,3
                columns 0,3
                columns 3,3
                columns 6,3
                lda     #VIA_ZERO
                sta     <VIA_cntl
                rts

; border_draw: draw the outer lines of the board
;   in       DP = $D0
;   out      the beam zeroed
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 1500            vectors = 4
;   stack    4
border_draw     lda     #LIGHT_GRID
                jsr     Intensity_a
                place   BOARD_BOTTOM,-BOARD_RIGHT,BOARD_CYCLES
                grid_ramp 0,LINE_DAC,LINE_CYCLES,$FF
                grid_ramp LINE_DAC,0,LINE_CYCLES,$FF
                grid_ramp 0,-LINE_DAC,LINE_CYCLES,$FF
                grid_ramp -LINE_DAC,0,LINE_CYCLES,$FF
                grid_end
                lda     #VIA_ZERO
                sta     <VIA_cntl
                rts

; board_draw: draw the board as v_cells says
;   in       v_cells, frame_counter, DP = $D0
;   out      the beam zeroed
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 20400           vectors <= 146
;   stack    6
board_draw      jsr     grid_draw
                jmp     discs_draw
