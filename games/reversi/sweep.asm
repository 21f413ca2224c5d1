; sweep.asm: the board and all texts of a game, swept in lines from left to right
;
; what:     lines of light and dark, made by the shift register while the beam goes at one speed
; DP:       $D0
; RAM:      v_cells: what each square shows; v_status: the line of text below the board
;
; Every line begins with the beam zeroed and placed at the left, so no error of the beam is
; carried from line to line, and all lines go the same way: whatever the time between the
; timer and the beam is, it moves all lines alike.  A square takes two bytes of 18 cycles; the last
; bit of each is as wide as two.  The square's left edge is the first bit of the first byte, its
; middle the first bit of the second.

SWEEP_CYCLES    equ     117             ; from the centre to where a line begins
SWEEP_LEFT      equ     -126            ; DAC values
SWEEP_SPEED     equ     102
SWEEP_TIME      equ     322             ; a line of 8 squares and its row's number
BOARD_TOP       equ     127             ; DAC values for SWEEP_CYCLES
LINE_STEP       equ     5               ; from line to line of a square, which has four
ROW_GAP         equ     8               ; more from row to row
LABELS_TOP      equ     -103
LABELS_TIME     equ     300             ; over well before the beam is zeroed: MAME wants that
STATUS_TOP      equ     -119
TEXT_STEP       equ     2               ; from line to line of a text
TEXT_LINES      equ     5
TEXT_SPEED      equ     79
STATUS_LENGTH   equ     20
STATUS_LEFT     equ     -121
STATUS_TIME     equ     STATUS_LENGTH*18+20
LINE_LENGTH     equ     16              ; of a line of the menu
LINE_LEFT       equ     -97
LINE_TIME       equ     LINE_LENGTH*18+20

LIGHT_BOARD     equ     $7F
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

; sweep_begin: place the beam at the left, and let it go
sweep_begin     macro   left,speed,time
                ldb     #VIA_ZERO
                stb     <VIA_cntl
                sta     <VIA_port_a
                clr     <VIA_port_b     ; multiplexer on, channel 0
                ldd     #1<<8|left&$FF
                std     <VIA_port_b     ; off; the way to the left
                lda     #SWEEP_CYCLES-RAMP_EXTRA
                sta     <VIA_t1_cnt_lo
                brn     *               ; [31] the integrators are near enough to zero
                lda     #VIA_RELEASE
                sta     <VIA_cntl
                clr     <VIA_t1_cnt_hi
                ramp_wait
                clr     <VIA_port_a
                clr     <VIA_port_b     ; no more up or down
                ldd     #1<<8|speed
                std     <VIA_port_b
                ldd     #(((time)-RAMP_EXTRA)&$FF)<<8|((time)-RAMP_EXTRA)>>8
                std     <VIA_t1_cnt_lo
                endm

; board_draw: draw the board as v_cells says, and the numbers of its rows
;   in       v_cells, DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 18500           vectors <= 33
;   stack    6
board_draw      lda     #LIGHT_BOARD
                jsr     Intensity_a
                lda     #BOARD_TOP
                sta     v_sweep_y
                ldy     #tbl_numbers
                ldu     #v_cells
.row            ldx     #tbl_line_edge
                bsr     line_draw
                leau    -BOARD_SIZE,u
                ldx     #tbl_line_middle
                bsr     line_draw
                leau    -BOARD_SIZE,u
                ldx     #tbl_line_middle_2
                bsr     line_draw
                leau    -BOARD_SIZE,u
                ldx     #tbl_line_edge_2
                bsr     line_draw
                lda     v_sweep_y
                suba    #ROW_GAP
                sta     v_sweep_y
                cmpu    #v_cells+CELL_COUNT
                bne     .row
                rts

; line_draw: sweep one line
;   in       U = the squares of its row, X = what each shows in this line, Y -> what stands right
;            of the board, v_sweep_y; DP = $D0
;   out      U past the squares, Y, v_sweep_y moved on; the beam is zeroed
;   changes  A B U Y CC         keeps  X DP S
;   cycles   <= 560             vectors <= 1
;   stack    2
line_draw       lda     v_sweep_y
                sweep_begin SWEEP_LEFT,SWEEP_SPEED,SWEEP_TIME
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
                lda     v_sweep_y
                suba    #LINE_STEP
                sta     v_sweep_y
                nop     3
                lda     #VIA_ZERO
                sta     <VIA_cntl
                rts

; text_line: sweep the lines of a text
text_line       macro   length,left,time
.line\?         ldu     v_text
                lda     v_sweep_y
                sweep_begin left,TEXT_SPEED,time
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
;   cycles   <= 2800            vectors = 5
;   stack    4
labels_draw     lda     #LIGHT_STATUS
                jsr     Intensity_a
                lda     #LABELS_TOP
                sta     v_sweep_y
                ldx     #tbl_labels
.line           lda     v_sweep_y
                sweep_begin SWEEP_LEFT,SWEEP_SPEED,LABELS_TIME
                nop     9
                rept    BOARD_SIZE
                lda     ,x+
                sta     <VIA_shift_reg
                nop     13
                endr
                lda     v_sweep_y
                suba    #TEXT_STEP
                sta     v_sweep_y
                lda     #VIA_ZERO
                sta     <VIA_cntl
                cmpx    #tbl_labels+TEXT_LINES*BOARD_SIZE
                lblo    .line
                rts

; status_draw: write the line with the scores and the message
;   in       v_status, DP = $D0
;   out      none
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 3200            vectors <= 5
;   stack    4
status_draw     lda     #LIGHT_STATUS
                jsr     Intensity_a
                ldu     #v_status
                stu     v_text
                lda     #STATUS_TOP
                sta     v_sweep_y
                ldx     #tbl_font
                text_line STATUS_LENGTH,STATUS_LEFT,STATUS_TIME
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
                text_line LINE_LENGTH,LINE_LEFT,LINE_TIME
                rts

; What the squares show in each line: empty, white, black, dot, white and black that turn, flash,
; cross, arrow.  The first bit of the outer lines is a corner of the square.
tbl_line_edge   fdb     $8000,$83F0,$81E0,$8000,$83F0,$81E0,$9FFE,$8408,$8080
tbl_line_middle fdb     $0000,$0FFC,$0804,$0080,$0E1C,$0884,$1FFE,$0160,$01C0
tbl_line_middle_2 fdb   $0000,$0FFC,$0804,$0080,$0E1C,$0884,$1FFE,$0160,$01E0
tbl_line_edge_2 fdb     $8000,$83F0,$81E0,$8000,$83F0,$81E0,$9FFE,$8408,$87F8
