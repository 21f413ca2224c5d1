; board.asm: the board, drawn with a pen: 9 + 9 lines, discs as rings, dots
;
; what:     what lies on the squares, by direct access to the VIA
; DP:       $D0
; RAM:      v_cells: what each square shows, column by column from the middle, an end after each
;           four: first the upper half, then the lower one
;
; Here port B switches the ramp, not the timer, and cycles are counted: so a ramp lasts as long as
; it says on every machine, within two cycles.  The light follows at once, the beam on a real
; machine some 12 cycles late: light and hold change while the ramp rests, RAMP_REST cycles or more
; after its end.  So rings close everywhere.
;
; The values of X are 13 cycles apart, because MAME forgets one that is replaced within its delay of
; 12.75.

CELL_P          equ     3528            ; from line to line
BOARD_CYCLES    equ     126             ; from the centre to a line or a column
CELL_DAC        equ     CELL_P/BOARD_CYCLES
                assert  CELL_DAC*BOARD_CYCLES = CELL_P
BOARD_RIGHT     equ     4*CELL_DAC
BOARD_RAISED    equ     8               ; the board lies higher than the centre: text stands below
BOARD_BOTTOM    equ     BOARD_RAISED-BOARD_RIGHT
LINE_DAC        equ     126             ; a line of the grid
LINE_CYCLES     equ     BOARD_SIZE*CELL_P/LINE_DAC
                assert  LINE_CYCLES*LINE_DAC = BOARD_SIZE*CELL_P
STEP_DAC        equ     56              ; from line to line: slowly, so that a cycle more is little
STEP_CYCLES     equ     CELL_P/STEP_DAC
                assert  STEP_CYCLES*STEP_DAC = CELL_P

RAMP_ON         equ     $01             ; port B: bit 7 the ramp, bit 0 the multiplexer
RAMP_OFF        equ     $81
RAMP_HOLD       equ     $80             ; the ramp rests, the hold takes its value
RAMP_REST       equ     14              ; an old machine has stopped so long after the ramp's end
RAMP_BY_PORT    equ     $18             ; VIA_aux_cntl
RAMP_BY_TIMER   equ     $98

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
CELL_WHITE_LAST equ     24              ; the last disc placed
CELL_BLACK_LAST equ     26
CELL_WHITE_LAST_TURNS equ CELL_WHITE_LAST+CELL_WHITE_TURNS-CELL_WHITE
CELL_BLACK_LAST_TURNS equ CELL_BLACK_LAST+CELL_BLACK_TURNS-CELL_BLACK
SHAPE_BYTES     equ     CELL_BLACK_LAST_TURNS+4 ; a table of them

; ---- Time ------------------------------------------------------------------------------

; delay: wait a number of cycles, except 1 and 8; from 7 on B is lost
delay           macro   cycles
                if      (cycles) < 7
                if      (cycles)%2
                brn     *
                endif
                rept    (cycles)/2-(cycles)%2
                nop
                endr
                else
spare           set     ((cycles)-2)%5
                if      spare == 1
spare           set     6
                endif
                ldb     #((cycles)-2-spare)/5
.delay\?        decb
                bne     .delay\?
                if      spare == 3
                brn     *
                else
                rept    spare/2
                nop
                endr
                endif
                assert  ((cycles)-2-spare)/5 > 0, "it takes a turn at least"
                endif
                endm

; ramp_by_port, ramp_by_timer: select what switches the ramp
ramp_by_port    macro
                ldd     #RAMP_OFF<<8|RAMP_BY_PORT
                sta     <VIA_port_b
                stb     <VIA_aux_cntl
                endm

ramp_by_timer   macro
                lda     #RAMP_BY_TIMER
                sta     <VIA_aux_cntl
                endm

; board_place: go from the centre to a point, dark; the ramp is switched by port B
;   in       A = y, B = x, DAC values for BOARD_CYCLES; DP = $D0
;   out      the ramp rests since 5 cycles
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 220             vectors = 0
;   stack    2
board_place     sta     <VIA_port_a
                lda     #RAMP_HOLD
                sta     <VIA_port_b
                lda     #VIA_ZERO
                sta     <VIA_cntl
                lda     #RAMP_OFF
                sta     >VIA_port_b     ; the hold was open for 13 cycles
                stb     <VIA_port_a
                delay   ZERO_CYCLES-21
                lda     #VIA_RELEASE
                sta     <VIA_cntl
                lda     #RAMP_ON
                sta     <VIA_port_b     ; [0]
                delay   BOARD_CYCLES-6
                lda     #RAMP_OFF
                sta     <VIA_port_b     ; [BOARD_CYCLES]
                rts

; ---- Rings -----------------------------------------------------------------------------
; X = table of the shapes, U -> the next square, Y = the next square's shape.  The beam is placed
; in the middle of the board and goes up over four squares, or down, without light at DARK_SPEED: so
; the halves meet on every machine, and what a machine adds to each ramp grows towards the edges.
; Each shape begins LEAD_CYCLES before the beam is where a large ring has its nearest point, and
; ends with a jump to the next square's, as long before that one's.  For a ring the beam rests
; there, goes along the right half, rests, and comes back along the left half.  The numbers in
; brackets are cycles since the beam stopped.

DARK_SPEED      equ     98              ; DAC value of Y from square to square
DARK_CYCLES     equ     CELL_P/DARK_SPEED
                assert  DARK_CYCLES*DARK_SPEED = CELL_P
LEAD_CYCLES     equ     14
SIDE_CYCLES     equ     13              ; of each of a half's three sides
WHITE_WIDE      equ     102             ; speeds of X and Y
WHITE_TALL      equ     69
BLACK_WIDE      equ     64
BLACK_TALL      equ     44
BLACK_LIFT      equ     5               ; cycles: it begins so much farther
                assert  2*BLACK_LIFT*DARK_SPEED-3*SIDE_CYCLES*(WHITE_TALL-BLACK_TALL) < 40
MIDDLE_CYCLES   equ     14              ; from a large ring's nearest point to its middle
WHITE_GAP       equ     (CELL_P-3*SIDE_CYCLES*WHITE_TALL)/2     ; from the line to that point
FOOT_P          equ     WHITE_GAP-(LEAD_CYCLES+4)*DARK_SPEED    ; there the beam is placed
UPPER_Y         equ     BOARD_RAISED-11
LOWER_Y         equ     BOARD_RAISED+11
                assert  (BOARD_RAISED-UPPER_Y)*BOARD_CYCLES+FOOT_P < 50
                assert  (BOARD_RAISED-UPPER_Y)*BOARD_CYCLES+FOOT_P > -50

; ring: a ring of six sides; with a point in the middle if it is the last one placed; way = 1 in the
; upper half, -1 in the lower one
ring            macro   way,wide,tall,lift,last
                delay   LEAD_CYCLES-7+(lift)
                ldd     #RAMP_OFF<<8|(way)*(tall)&$FF
                sta     <VIA_port_b     ; [0] its nearest point
                deca                    ; RAMP_HOLD
                std     <VIA_port_b     ; [7]
                lda     #$FF
                sta     <VIA_shift_reg  ; [13] ;@strict no-lit-between a corner
                ldd     #RAMP_ON<<8|(wide)
                std     <VIA_port_b     ; [20] the ramp, [21] X
                delay   7
                clra
                sta     <VIA_port_a     ; [34] ;@strict no-dac-ramp an arc
                delay   7
                lda     #-(wide)&$FF
                sta     <VIA_port_a     ; [47] ;@strict no-dac-ramp an arc
                brn     *
                nop
                ldd     #RAMP_OFF<<8|-(way)*(tall)&$FF
                sta     <VIA_port_b     ; [59] its farthest point
                deca
                std     <VIA_port_b     ; [66]
                ldd     #RAMP_ON<<8|-(wide)&$FF
                std     <VIA_port_b     ; [73] the ramp, [74] X
                ldb     ,u+
                clra
                sta     >VIA_port_a     ; [87] ;@strict no-dac-ramp an arc
                ldy     b,x
                lda     #wide
                sta     <VIA_port_a     ; [100] ;@strict no-dac-ramp an arc
                brn     *
                nop
                ldd     #RAMP_OFF<<8|(way)*DARK_SPEED&$FF
                sta     <VIA_port_b     ; [112]
                deca
                std     <VIA_port_b     ; [119]
                ldd     #RAMP_ON<<8
                stb     <VIA_shift_reg  ; [126] its end is where it began
                std     <VIA_port_b     ; [130] on to the next square
                if      last
                delay   MIDDLE_CYCLES-(lift)-7
                lda     #RAMP_OFF
                sta     <VIA_port_b     ; [0] the middle
                ldd     #RAMP_HOLD<<8|-(way)*DARK_SPEED&$FF
                std     <VIA_port_b     ; [8]
                lda     #$F0            ; eight cycles of light
                sta     <VIA_shift_reg  ; [14]
                delay   4
                ldd     #RAMP_ON<<8
                std     <VIA_port_b     ; [26] back to where the ring began: what a machine adds
                delay   MIDDLE_CYCLES-(lift)-7  ; to both ways is the same
                lda     #RAMP_OFF
                sta     <VIA_port_b     ; [0]
                ldd     #RAMP_HOLD<<8|(way)*DARK_SPEED&$FF
                std     <VIA_port_b     ; [8]
                ldd     #RAMP_ON<<8
                std     <VIA_port_b     ; [16] on to the next square
                endif
                delay   DARK_CYCLES-LEAD_CYCLES-4-(lift)
                jmp     ,y
                endm

; point: stop in the middle of a square, and draw a point
point           macro
                lda     #RAMP_OFF
                sta     <VIA_port_b     ; [0]
                delay   9
                lda     #$F0            ; eight cycles of light
                sta     <VIA_shift_reg  ; [15]
                nop     3
                lda     #RAMP_ON
                sta     <VIA_port_b     ; [27]
                delay   DARK_CYCLES-LEAD_CYCLES-MIDDLE_CYCLES-3
                endm

rings           macro   half,way
white_\half     ring    way,WHITE_WIDE,WHITE_TALL,0,0
white_last_\half ring   way,WHITE_WIDE,WHITE_TALL,0,1
oblique_\half   ring    way,WHITE_WIDE*2/3,WHITE_TALL,0,0
narrow_\half    ring    way,WHITE_WIDE/3,WHITE_TALL,0,0
edge_\half      ring    way,0,WHITE_TALL,0,0
black_\half     ring    way,BLACK_WIDE,BLACK_TALL,BLACK_LIFT,0
black_last_\half ring   way,BLACK_WIDE,BLACK_TALL,BLACK_LIFT,1
black_oblique_\half ring way,BLACK_WIDE*2/3,BLACK_TALL,BLACK_LIFT,0
black_narrow_\half ring way,BLACK_WIDE/3,BLACK_TALL,BLACK_LIFT,0
                endm

                rings   up,1
                rings   down,-1

; an empty square: here, too, the beam rests once, so that the squares above are where they are in
; the other columns, whatever a machine adds to a ramp
square_nothing  ldb     ,u+
                ldy     b,x
                lda     #RAMP_OFF
                sta     <VIA_port_b     ; [0]
                delay   9
                lda     #RAMP_ON
                sta     <VIA_port_b     ; [15]
                delay   DARK_CYCLES-22
                jmp     ,y

; a point in the middle
square_dot      ldb     ,u+
                ldy     b,x
                delay   LEAD_CYCLES+MIDDLE_CYCLES-19
                point
                jmp     ,y

; The shapes; discs that would turn sway: four tables by turns.
shapes          macro   half,white,black
                fdb     square_nothing,white_\half,black_\half,square_dot,white,black
                fdb     oblique_\half,narrow_\half,edge_\half
                fdb     black_narrow_\half,black_oblique_\half
                fdb     four_end,white_last_\half,black_last_\half,square_nothing,white,black
                fcb     SHAPE_Y,SHAPE_SPEED
                endm

half_shapes     macro   half
                shapes  half,white_\half,black_\half
                shapes  half,oblique_\half,black_oblique_\half
                shapes  half,narrow_\half,black_narrow_\half
                shapes  half,oblique_\half,black_oblique_\half
                endm

SHAPE_SPEED     set     DARK_SPEED
SHAPE_Y         set     UPPER_Y&$FF
tbl_shapes_up   half_shapes up
SHAPE_Y         set     (UPPER_Y-HEAPS_LOWER)&$FF
tbl_shapes_heaps shapes up,white_up,black_up
SHAPE_SPEED     set     -DARK_SPEED&$FF
SHAPE_Y         set     LOWER_Y&$FF
tbl_shapes_down half_shapes down
SHAPE_Y         set     (LOWER_Y-HEAPS_LOWER)&$FF
                shapes  down,white_down,black_down
SHAPES_DOWN     equ     tbl_shapes_down-tbl_shapes_up   ; from a table of the upper half

                bss
v_column_x      rmb     1
                code

; discs_draw: draw the discs and the dots
;   in       v_cells, frame_counter, DP = $D0
;   out      the beam zeroed
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 15200           vectors <= 192
;   stack    4
discs_draw      lda     frame_counter
                lsra
                lsra
                lsra
                anda    #3
                ldb     #SHAPE_BYTES
                mul
                ldx     #tbl_shapes_up
                abx
; falls into shapes_draw

; shapes_draw: the same with given shapes
;   in       X = a table of the upper half, v_cells, DP = $D0
;   out      the beam zeroed
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 15200           vectors <= 192
;   stack    4
shapes_draw     lda     #LIGHT_DISCS
                jsr     Intensity_a
                ramp_by_port
                ldu     #v_cells
                bra     half_draw

; a shape, too: four squares are done, U is past their end; meanwhile the beam is zeroed
four_end        ldd     #RAMP_OFF<<8|VIA_ZERO
                sta     <VIA_port_b
                stb     <VIA_cntl       ; [0]
; falls into four_next
four_next       ldb     v_column_x
                addb    #CELL_DAC
                cmpb    #BOARD_RIGHT
                blt     four_draw
                cmpx    #tbl_shapes_down
                bhs     pen_rest
                leax    SHAPES_DOWN,x
; falls into half_draw
half_draw       ldb     #(CELL_DAC/2-BOARD_RIGHT)&$FF
; falls into four_draw
four_draw       lda     SHAPE_BYTES-2,x
                sta     <VIA_port_a
                lda     #RAMP_HOLD
                sta     <VIA_port_b
                stb     v_column_x
                ldd     ,u
                bne     four_some
                ldd     2,u
                beq     four_empty
; falls into four_some
four_some       lda     #RAMP_OFF
                sta     <VIA_port_b
                lda     v_column_x
                sta     <VIA_port_a
                ldd     #VIA_RELEASE<<8|RAMP_ON
                sta     <VIA_cntl       ; [57] or more
                stb     <VIA_port_b     ; [0]
                ldb     ,u+
                ldy     b,x
                delay   BOARD_CYCLES-19
                lda     #RAMP_OFF
                sta     <VIA_port_b     ; [BOARD_CYCLES]
                ldb     SHAPE_BYTES-1,x
                lda     #RAMP_HOLD
                std     <VIA_port_b
                ldd     #RAMP_ON<<8
                std     <VIA_port_b
                jmp     ,y

four_empty      leau    5,u
                bra     four_next

; pen_rest: zero the beam, and let the timer switch the ramp again
;   in       the ramp switched by port B and resting; DP = $D0
;   out      none
;   changes  A CC               keeps  B X Y U DP S
;   stack    2
pen_rest        lda     #VIA_ZERO
                sta     <VIA_cntl
                ramp_by_timer
                rts

; ---- Grid ------------------------------------------------------------------------------

; grid_ramp: a line or a step to the next, behind whichever came before.  The numbers in brackets
; are cycles since that one's end
grid_ramp       macro   up,right,cycles,lit
                ldd     #RAMP_HOLD<<8|(up)&$FF
                std     <VIA_port_b     ; [8]
                if      lit
                lda     #$FF
                sta     <VIA_shift_reg  ; [14]
                else
                clr     <VIA_shift_reg  ; [14]
                endif
                ldd     #RAMP_ON<<8|(right)&$FF
                std     <VIA_port_b     ; the ramp, then X
                delay   (cycles)-7
                lda     #RAMP_OFF
                sta     <VIA_port_b     ; [0]
                endm

; rows, columns: some lines, there and back by turns
rows            macro   first,count
                ldd     #((BOARD_BOTTOM+(first)*CELL_DAC)&$FF)<<8|-BOARD_RIGHT&$FF
                jsr     board_place
way             set     LINE_DAC
                rept    (count)-1
                grid_ramp 0,way,LINE_CYCLES,1
                grid_ramp STEP_DAC,0,STEP_CYCLES,0
way             set     -way
                endr
                grid_ramp 0,way,LINE_CYCLES,1
                grid_end
                endm

columns         macro   first,count
                ldd     #(BOARD_BOTTOM&$FF)<<8|((first)*CELL_DAC-BOARD_RIGHT)&$FF
                jsr     board_place
way             set     LINE_DAC
                rept    (count)-1
                grid_ramp way,0,LINE_CYCLES,1
                grid_ramp 0,STEP_DAC,STEP_CYCLES,0
way             set     -way
                endr
                grid_ramp way,0,LINE_CYCLES,1
                grid_end
                endm

; grid_end: the last line has ended
grid_end        macro
                nop     4
                clr     <VIA_shift_reg  ; [14]
                endm

; grid_draw: draw the lines of the board
;   in       DP = $D0
;   out      the beam zeroed
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 7200            vectors = 18
;   stack    4
grid_draw       lda     #LIGHT_GRID
                jsr     Intensity_a
                ramp_by_port
                rows    0,3
                rows    3,3
                rows    6,3
                columns 0,3
                columns 3,3
                columns 6,3
                jmp     pen_rest

HEAPS_LOWER     equ     8               ; the heaps lie lower than the board, below a headline
BORDER_GAP      equ     3               ; from the heaps to the border
BORDER_TOP_GAP  equ     10              ; old machines draw discs too far up and down,
BORDER_FOOT_GAP equ     7               ; and the border too low
BORDER_FOOT_Y   equ     (BOARD_BOTTOM-HEAPS_LOWER-BORDER_FOOT_GAP)&$FF
BORDER_CYCLES   equ     LINE_CYCLES+2*BORDER_GAP*BOARD_CYCLES/LINE_DAC
BORDER_HIGH     equ     LINE_CYCLES+(BORDER_FOOT_GAP+BORDER_TOP_GAP)*BOARD_CYCLES/LINE_DAC
                assert  BOARD_CYCLES = LINE_DAC, "the border keeps its distance from the board"

; border_draw: draw a border outside the heaps, so that no disc crosses it on any machine
;   in       DP = $D0
;   out      the beam zeroed
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 1500            vectors = 4
;   stack    4
border_draw     lda     #LIGHT_GRID
                jsr     Intensity_a
                ramp_by_port
                ldd     #BORDER_FOOT_Y<<8|(-BOARD_RIGHT-BORDER_GAP)&$FF
                jsr     board_place
                grid_ramp 0,LINE_DAC,BORDER_CYCLES,1    ;@strict no-lit-between a corner
                grid_ramp LINE_DAC,0,BORDER_HIGH,1
                grid_ramp 0,-LINE_DAC,BORDER_CYCLES,1
                grid_ramp -LINE_DAC,0,BORDER_HIGH,1
                grid_end
                jmp     pen_rest

; board_draw: draw the board as v_cells says
;   in       v_cells, frame_counter, DP = $D0
;   out      the beam zeroed
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 22300           vectors <= 210
;   stack    6
board_draw      jsr     grid_draw
                jmp     discs_draw
