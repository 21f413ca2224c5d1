; sweep.asm: the board and all texts of a game, swept in lines from left to right
;
; what:     lines of light and dark, made by the shift register while the beam goes at one speed
; DP:       $D0
; RAM:      v_cells: what each square shows; v_status: the line of text below the board
;
; A line begins with the beam zeroed and placed at the left, so no error of the beam is carried
; far, and all lines go the same way: whatever the time between the timer and the beam is, it moves
; all lines alike.  A square takes two bytes of 18 cycles; the last bit of each is as wide as two.
; The square's left edge is the first bit of the first byte, its middle the first bit of the second.
;
; After every fourth row the beam goes back to the left half way down to the next row, lit, but dim:
; that is a line of the grid.

SWEEP_CYCLES    equ     126             ; from the centre to where a line begins
SWEEP_LEFT      equ     -126            ; DAC values
SWEEP_SPEED     equ     102
SWEEP_TIME      equ     328             ; a line of 8 squares and its row's number
BOARD_TOP       equ     120             ; DAC values for SWEEP_CYCLES
LINE_STEP       equ     5               ; from line to line of a square, which has four
ROW_STEP        equ     29              ; from row to row
GRID_ROWS       equ     4               ; between two lines of the grid
GRID_SPEED      equ     123             ; the way back
GRID_TIME       equ     272
                assert  GRID_SPEED*GRID_TIME = SWEEP_SPEED*SWEEP_TIME, "back to where it began"
STEP_CYCLES     equ     21              ; from the last line to the grid, from there to the next
STEP_SPEED      equ     (ROW_STEP-3*LINE_STEP)/2*SWEEP_CYCLES/STEP_CYCLES
                assert  2*STEP_SPEED*STEP_CYCLES = (ROW_STEP-3*LINE_STEP)*SWEEP_CYCLES
GRID_TOP        equ     BOARD_TOP+(ROW_STEP-3*LINE_STEP)/2
LABELS_TOP      equ     -110
LABELS_STEP     equ     3
LABELS_LINES    equ     4
LABELS_TIME     equ     300             ; over well before the beam is zeroed: MAME wants that
STATUS_CYCLES   equ     147             ; the texts' way from the centre
STATUS_TOP      equ     -107
TEXT_STEP       equ     2               ; from line to line of a text
TEXT_LINES      equ     5
TEXT_SPEED      equ     79
STATUS_LENGTH   equ     20
STATUS_LEFT     equ     -96
STATUS_TIME     equ     STATUS_LENGTH*18+20
LINE_LENGTH     equ     16              ; of a line of the menu
LINE_LEFT       equ     -90
LINE_TIME       equ     LINE_LENGTH*18+20

LIGHT_BOARD     equ     $7F
LIGHT_GRID      equ     $30
LIGHT_STATUS    equ     $5F

; What a square can show.
CELL_EMPTY      equ     0
CELL_WHITE      equ     2
CELL_BLACK      equ     4
CELL_DOT        equ     6               ; a legal move
CELL_WHITE_TURNS equ    8               ; a disc that the move would turn
CELL_BLACK_TURNS equ    10
CELL_FLASH      equ     12
CELL_CROSS      equ     14              ; the cursor on a legal move
CELL_ARROW      equ     16              ; the cursor elsewhere

; sweep_place: zero the beam and place it at A = y and left
sweep_place     macro   left,cycles
                ldb     #VIA_ZERO
                stb     <VIA_cntl
                sta     <VIA_port_a
                clr     <VIA_port_b     ; multiplexer on, channel 0
                ldd     #1<<8|left&$FF
                std     <VIA_port_b     ; off; the way to the left
                lda     #cycles-RAMP_EXTRA
                sta     <VIA_t1_cnt_lo
                brn     *               ; [31] the integrators are near enough to zero
                lda     #VIA_RELEASE
                sta     <VIA_cntl
                clr     <VIA_t1_cnt_hi
                ramp_wait
                endm

; sweep_go: let the beam go to the right
sweep_go        macro   speed,time
                ldd     #0              ; no more up or down
                std     <VIA_port_b
                ldd     #1<<8|speed
                std     <VIA_port_b
                ldd     #(((time)-RAMP_EXTRA)&$FF)<<8|((time)-RAMP_EXTRA)>>8
                std     <VIA_t1_cnt_lo
                endm

; light: set the light of what follows
light           macro   level
                ldd     #(level)<<8|$04
                sta     <VIA_port_a
                stb     <VIA_port_b     ; multiplexer on, channel 2
                ldb     #1
                stb     <VIA_port_b
                endm

; step_down: half the way from the last line of a row to the next row
step_down       macro
                lda     #STEP_CYCLES-RAMP_EXTRA
                sta     <VIA_t1_cnt_lo
                aim     -STEP_SPEED,0
                clr     <VIA_t1_cnt_hi
                endm

; grid_line: a line of the grid, lit; A and B are changed
grid_line       macro   speed
                aim     0,speed
                ldd     #((GRID_TIME-RAMP_EXTRA)&$FF)<<8|(GRID_TIME-RAMP_EXTRA)>>8
                std     <VIA_t1_cnt_lo
                endm

; line_next: from the end of a line to the beginning of the next one; what stands before sweep_place
; is the time that the number needs
line_next       macro   table,back,down
                leau    -(back),u
                ldx     #table
                lda     v_sweep_y
                suba    #down
                sta     v_sweep_y
                sweep_place SWEEP_LEFT,SWEEP_CYCLES
                endm

; row_rest: the other three lines of a row
row_rest        macro
                jsr     squares_draw
                line_next tbl_line_2,BOARD_SIZE,LINE_STEP
                jsr     squares_draw
                line_next tbl_line_3,BOARD_SIZE,LINE_STEP
                jsr     squares_draw
                line_next tbl_line_4,BOARD_SIZE,LINE_STEP
                jsr     squares_draw
                endm

; board_draw: draw the board as v_cells says, and the numbers of its rows
;   in       v_cells, DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 19500           vectors <= 42
;   stack    4
board_draw      ldy     #tbl_numbers
                ldu     #v_cells
                lda     #GRID_TOP       ; the uppermost line of the grid
                sweep_place SWEEP_LEFT,SWEEP_CYCLES
                light   LIGHT_GRID
                grid_line GRID_SPEED
                ldb     #$FF
                stb     <VIA_shift_reg
                ldx     #GRID_RIGHT/8
.top            leax    -1,x
                bne     .top
                clr     <VIA_shift_reg
                light   LIGHT_BOARD
                lda     #BOARD_TOP
                sta     v_sweep_y
                sweep_place SWEEP_LEFT,SWEEP_CYCLES
.rows           ldx     #tbl_line_1
                row_rest
                rept    GRID_ROWS-1
                line_next tbl_line_1,0,ROW_STEP-3*LINE_STEP
                row_rest
                endr
                ramp_wait               ; and back along the grid
                light   LIGHT_GRID
                step_down
                ramp_wait
                grid_line -GRID_SPEED
                nop     9
                ldb     #$FF
                stb     <VIA_shift_reg
                ramp_wait
                clr     <VIA_shift_reg
                cmpu    #v_cells+CELL_COUNT
                beq     .end
                light   LIGHT_BOARD
                lda     v_sweep_y
                suba    #ROW_STEP-3*LINE_STEP
                sta     v_sweep_y
                sweep_place SWEEP_LEFT,SWEEP_CYCLES
                jmp     .rows
.end            lda     #VIA_ZERO
                sta     <VIA_cntl
                rts
GRID_RIGHT      equ     256             ; cycles after which the uppermost line ends

; squares_draw: sweep one line of a row
;   in       U = the squares of its row, X = what each shows in this line, Y -> what stands right
;            of the board; the beam at the left, DP = $D0
;   out      U past the squares, Y moved on; the last bits are still on their way
;   changes  A B U Y CC         keeps  X DP S
;   cycles   <= 360             vectors <= 1
;   stack    2
squares_draw    sweep_go SWEEP_SPEED,SWEEP_TIME
                rept    BOARD_SIZE
                ldb     ,u+
                ldd     b,x
                nop
                sta     <VIA_shift_reg
                nop     7
                stb     <VIA_shift_reg  ; 18 cycles after the first, and before the next
                endr
                lda     ,y+             ; the right edge of the board, and the row's number
                nop     4
                sta     <VIA_shift_reg
                rts

; text_line: sweep the lines of a text
text_line       macro   length,left,cycles,time
.line\?         ldu     v_text
                lda     v_sweep_y
                sweep_place left,cycles
                sweep_go TEXT_SPEED,time
                rept    length
                ldb     ,u+
                lda     b,x
                sta     <VIA_shift_reg
                brn     *
                endr
                lda     v_sweep_y
                suba    #TEXT_STEP
                sta     v_sweep_y
                leax    GLYPH_COUNT,x
                lda     #VIA_ZERO
                sta     <VIA_cntl
                cmpx    #tbl_font+TEXT_LINES*GLYPH_COUNT
                lblo    .line\?
                endm

                bss
v_text          rmb     2               ; the text that is swept
                code

; labels_draw: write A to H below the board
;   in       DP = $D0
;   out      none
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 2400            vectors = 4
;   stack    4
labels_draw     lda     #LIGHT_STATUS
                jsr     Intensity_a
                lda     #LABELS_TOP
                sta     v_sweep_y
                ldx     #tbl_labels
.line           lda     v_sweep_y
                sweep_place SWEEP_LEFT,SWEEP_CYCLES
                sweep_go SWEEP_SPEED,LABELS_TIME
                nop     9
                rept    BOARD_SIZE
                lda     ,x+
                sta     <VIA_shift_reg
                nop     13
                endr
                lda     v_sweep_y
                suba    #LABELS_STEP
                sta     v_sweep_y
                lda     #VIA_ZERO
                sta     <VIA_cntl
                cmpx    #tbl_labels+LABELS_LINES*BOARD_SIZE
                lblo    .line
                rts

; status_draw: write the line with the scores and the message
;   in       v_status, DP = $D0
;   out      none
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 3400            vectors <= 5
;   stack    4
status_draw     lda     #LIGHT_STATUS
                jsr     Intensity_a
                ldu     #v_status
                stu     v_text
                lda     #STATUS_TOP
                sta     v_sweep_y
                ldx     #tbl_font
                text_line STATUS_LENGTH,STATUS_LEFT,STATUS_CYCLES,STATUS_TIME
                rts

; line_write: write a line of LINE_LENGTH letters in the middle
;   in       A = its height, B = its light, U = text, DP = $D0
;   out      none
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 2800            vectors <= 5
;   stack    4
line_write      stu     v_text
                sta     v_sweep_y
                tfr     b,a
                jsr     Intensity_a
                ldx     #tbl_font
                text_line LINE_LENGTH,LINE_LEFT,SWEEP_CYCLES,LINE_TIME
                rts

; What the squares show in each line: empty, white, black, dot, white and black that turn, flash,
; cross, arrow.  The first bit is the left edge of the square.
tbl_line_1      fdb     $8000,$87F0,$87F0,$8000,$87F0,$87F0,$BFFC,$980C,$8080
tbl_line_2      fdb     $8000,$9FFC,$980C,$8180,$9FCC,$99FC,$BFFC,$8360,$83E0
tbl_line_3      fdb     $8000,$9FFC,$980C,$8180,$9FCC,$99FC,$BFFC,$8360,$8FF8
tbl_line_4      fdb     $8000,$87F0,$87F0,$8000,$87F0,$87F0,$BFFC,$980C,$81C0
