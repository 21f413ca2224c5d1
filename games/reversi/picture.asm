; picture.asm: what each square shows
;
; what:     v_cells is made from the board, the legal moves, the cursor and the discs still to turn
; DP:       any
; RAM:      v_cells and the cells of reversi.asm named in each contract

CELL_COLUMN     equ     BOARD_SIZE/2+1  ; from column to column in v_cells
CELL_LOWER      equ     BOARD_SIZE*CELL_COLUMN  ; the lower half begins there
STALE_PICTURE   equ     8               ; values of v_stale: all is rebuilt, in as many frames
STALE_LATER     equ     STALE_PICTURE+1 ; the same, from the next frame on
STALE_CURSOR    equ     6               ; only the cursor has moved

                bss
v_mark_count    rmb     1               ; discs shown as turning, listed in v_flips
v_status_stale  rmb     1               ; not 0: frames until the line of text is rebuilt
                code

; picture_make: the discs and the discs still to turn
;   in       board, last_move, v_flips, v_turned, v_flip_at, current_player
;   out      v_cells; no cursor
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 2800
;   stack    4
picture_make    clr     v_mark_count
                ldx     #board+BOARD_FIRST
                ldu     #v_cells+BOARD_SIZE/2-1 ; the first column's uppermost square
                ldy     #tbl_discs
.row
index           set     0
                rept    BOARD_SIZE
                ldb     ,x+
                lda     b,y
                sta     index*CELL_COLUMN,u
index           set     index+1
                endr
                leax    2,x
                cmpx    #board+SQ_A5
                bhi     .lower
                bne     .upper
                leau    CELL_LOWER+1,u  ; its uppermost square of the lower half
.upper          leau    -2,u
.lower          leau    1,u
                cmpx    #board+BOARD_LAST
                blo     .row
                lda     last_move
                beq     .turning
                jsr     cell_of
                lda     ,u
                beq     .turning
                adda    #CELL_WHITE_LAST-CELL_WHITE
                sta     ,u
.turning        lda     game_state
                cmpa    #STATE_FLIP
                bne     .end
                lda     v_phase         ; PHASE_FLIP
                bne     .end
                lda     current_player
                eora    #OTHER
                suba    #1
                asla
                ldb     v_flip_at       ; those are still the other's
                ldx     #v_flips
.flip           cmpb    v_turned
                bhs     .end
                pshs    a,b
                lda     b,x
                jsr     cell_of
                puls    a,b
                sta     ,u
                incb
                bra     .flip
.end            rts

tbl_discs       fcb     CELL_EMPTY,0,CELL_WHITE,CELL_BLACK      ; what lies there
                assert  EMPTY = 0 && WHITE = 2 && BLACK = 3

; cell_of: find a square's place in v_cells
;   in       A = board index
;   out      U = address in v_cells
;   changes  A U CC             keeps  B X Y DP S
;   stack    4
cell_of         pshs    x
                ldx     #tbl_cells
                lda     a,x
                ldu     #v_cells
                leau    a,u
                puls    x,pc

; picture_dots: add dots on the legal moves
;   in       legal_moves, legal_count
;   out      v_cells
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 3200
;   stack    6
picture_dots    ldx     #legal_moves
                ldb     legal_count
                beq     .end
.dot            lda     ,x+
                bsr     cell_of
                lda     #CELL_DOT
                sta     ,u
                decb
                bne     .dot
.end            rts

; cells_clear: show no disc at all
;   in       none
;   out      v_cells
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 1100
;   stack    2
cells_clear     ldx     #v_cells
                lda     #CELL_END
.column         ldb     #BOARD_SIZE/2
.square         clr     ,x+
                decb
                bne     .square
                sta     ,x+
                cmpx    #v_cells+CELLS_BYTES
                bne     .column
                rts

; cursor_show: end the preview, and see what a move on the cursor's square would turn
;   in       cursor_row, cursor_col, current_player, board
;   out      v_cells, flip_count
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 2300
;   stack    6
cursor_show     ldx     #v_flips
                ldu     #v_cells
                ldb     v_mark_count
                beq     .cursor
.mark           lda     ,x+
                pshs    b
                ldb     a,u
                subb    #CELL_WHITE_TURNS-CELL_WHITE
                stb     a,u
                puls    b
                decb
                bne     .mark
.cursor         stb     v_mark_count
                bsr     cursor_index
                jsr     check_move
                stb     flip_count
                rts

; cursor_index: the index of the cursor's square
;   in       cursor_row, cursor_col
;   out      A = board index
;   changes  A B CC             keeps  X Y U DP S
;   stack    2
cursor_index    lda     cursor_row
                ldb     #BOARD_STEP
                mul
                tfr     b,a
                adda    cursor_col
                rts

; turns_mark: mark the discs that a move would turn, to two sides
;   in       A = board index, Y -> two steps; current_player
;   out      v_cells; v_flips and v_mark_count: where they are, behind those there
;   changes  A B X Y U CC       keeps  DP S
;   stack    10
turns_mark      leau    2,y
                pshs    u
                ldu     #v_flips
                ldb     v_mark_count
                leau    b,u
.step           pshs    a
                ldx     #board
                leax    a,x
                lda     ,y
                jsr     end_of_flip
                beq     .next
                tfr     x,d
                subd    #board
                lda     ,s              ; walk from the square to that disc
                pshs    b
.walk           adda    ,y
                cmpa    ,s
                beq     .there
                ldx     #tbl_cells
                ldb     a,x
                stb     ,u+
                ldx     #v_cells
                abx
                ldb     ,x
                addb    #CELL_WHITE_TURNS-CELL_WHITE
                stb     ,x
                bra     .walk
.there          leas    1,s
.next           puls    a
                leay    1,y
                cmpy    ,s
                bne     .step
                tfr     u,d
                subd    #v_flips
                stb     v_mark_count
                puls    u,pc

; Opposite ones together: on one line at most BOARD_SIZE-3 discs turn.
tbl_steps       fcb     STEP_NW,STEP_SE,STEP_N,STEP_S,STEP_W,STEP_E,STEP_NE,STEP_SW

; The place in v_cells of each board index; the border has none.
tbl_cells
index           set     0
                rept    BOARD_BYTES
row             set     index/BOARD_STEP-BOARD_SIZE/2   ; 0 and less in the upper half
place           set     row > 0 ? CELL_LOWER+row-1 : -row
                fcb     ((index%BOARD_STEP-1)*CELL_COLUMN+place)&$FF
index           set     index+1
                endr
