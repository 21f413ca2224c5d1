; think.asm: the computer's move
;
; what:     the search, and the two simpler players; they run as lib/slice.asm says
; DP:       $D0
; RAM:      v_think_*
;
; The search has a board with a border: 8 bytes a row, cells 0 to 6, a border cell at 7, and
; a border row below and above.  So no step over the edge has to be looked for.

BORDER          equ     3
ROW_STEP        equ     8
BOARD_END       equ     ROW_COUNT*ROW_STEP
SCORE_WIN       equ     100             ; less one for each ply it takes
SCORE_MOST      equ     60              ; what the places of the tokens can be worth
SCORE_NONE      equ     -127
SLICE_LEAST     equ     6               ; high byte of T2: below it the frame is given back
THINK_LEAST     equ     25              ; frames the computer thinks at least
THINK_MOST      equ     190             ; and at most: 3.8 seconds
DEPTH_FIRST     equ     2
DEPTH_LAST      equ     12
EXTEND_MOST     equ     14              ; deeper than so many plies a forced move counts as one
LEVEL_EASY      equ     0
LEVEL_MEDIUM    equ     1

; think_start: begin to look for O's move
;   in       game_board, cpu_level
;   out      none
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 4000
;   stack    8
think_start     bsr     think_copy
                bra     think_ready

; think_copy: the first part of it: the search's board
;   in       game_board
;   out      v_think_border, v_think_board, v_think_top, v_think_count
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 2300
;   stack    2
think_copy      ldx     #v_think_border
                ldd     #BORDER<<8|16+ROW_COUNT*8+16
.border         sta     ,x+
                decb
                bne     .border
                ldx     #v_think_board
                ldu     #game_board
                clr     v_think_count
.row            ldb     #COLUMN_COUNT
.cell           lda     ,u+
                sta     ,x+
                beq     .empty
                inc     v_think_count
.empty          decb
                bne     .cell
                leax    1,x
                cmpx    #v_think_board+BOARD_END
                bne     .row
                rts

; think_ready: the second part: free cells, a move in case nothing better is found, the stack
;   in       v_think_board
;   out      v_think_height, v_think_best, v_slice_stack
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 1700
;   stack    6
think_ready     clrb                    ; the free cell of each column
.column         pshs    b
                ldx     #v_think_board
.up             lda     b,x
                beq     .free
                addb    #ROW_STEP
                cmpb    #BOARD_END
                blo     .up
.free           puls    a
                ldx     #v_think_height
                stb     a,x
                inca
                tfr     a,b
                cmpb    #COLUMN_COUNT
                bne     .column
                clr     v_think_done
                clr     v_think_frames
                lda     #PLAYER_O
                sta     v_think_player
                ldx     #v_think_start
                ldu     #think_body
                jsr     slice_begin
                jsr     column_any      ; legal, whatever happens
                stb     v_think_best
                rts

; think_some: go on with the search until the frame's time is nearly up
;   in       DP = $D0
;   out      v_think_done: v_think_best holds the move
;   changes  A B X Y U CC       keeps  DP S
;   stack    6
think_some      lda     v_think_frames
                inca
                sta     v_think_frames
                cmpa    #THINK_MOST
                lblo    slice_run
                inc     v_think_done    ; the deepest search that was finished counts
                rts

; think_body: the search, on its own stack: find a move, then wait to be stopped
think_body      lda     #SCORE_NONE
                sta     v_think_root
                lda     cpu_level
                cmpa    #LEVEL_MEDIUM
                bls     .simple
                jsr     think_deeper
                bra     .found
.simple         jsr     think_simple
.found          lda     v_think_frames
                cmpa    #THINK_LEAST
                bhs     .done
                jsr     slice_pause
                bra     .found
.done           inc     v_think_done
.forever        jsr     slice_pause
                bra     .forever

; column_any: choose a column that is not full: the first such from one chosen by chance on
;   in       v_think_height
;   out      B = column; if all are full, any
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 460
;   stack    4
column_any      jsr     Random_3
                anda    #7
                tfr     a,b
                ldx     #v_think_height
                lda     #COLUMN_COUNT
                pshs    a
.look           cmpb    #COLUMN_COUNT
                blo     .there
                clrb
.there          lda     b,x
                cmpa    #BOARD_END
                blo     .found
                incb
                dec     ,s
                bne     .look
                clrb
.found          puls    a,pc

; think_simple: easy and medium: win if possible; medium does not let X win at once
;   in       v_think_best: a column chosen by chance
;   out      v_think_best
;   changes  A B X Y U CC       keeps  DP S
;   stack    14
think_simple    lda     #PLAYER_O
                jsr     winning_column
                bpl     .take
                lda     cpu_level
                beq     .end            ; easy sees no further
                lda     #PLAYER_X
                jsr     winning_column
                bpl     .take           ; there X would win
                ldb     #COLUMN_COUNT   ; else the chosen column, or the next that gives X nothing
.try            pshs    b
                jsr     time_check
                ldb     v_think_best
                jsr     column_play
                bhs     .full
                lda     #PLAYER_X
                jsr     winning_column
                pshs    b
                ldb     v_think_best
                jsr     column_undo
                puls    b
                tstb
                bmi     .good
.full           ldb     v_think_best
                incb
                cmpb    #COLUMN_COUNT
                blo     .next
                clrb
.next           stb     v_think_best
                puls    b
                decb
                bne     .try
                jsr     column_any      ; every move loses
                bra     .take
.good           puls    b,pc
.take           stb     v_think_best
.end            rts

; winning_column: find a column where a player wins at once
;   in       A = player
;   out      B = column, or negative if there is none; flags as B
;   changes  A B X Y U CC       keeps  DP S
;   stack    12
winning_column  ldb     v_think_player
                pshs    b
                sta     v_think_player
                ldb     #COLUMN_COUNT-1
.column         pshs    b
                jsr     time_check
                ldb     ,s
                jsr     column_play
                bhs     .no
                jsr     line_there
                pshs    cc
                ldb     1,s
                jsr     column_undo
                puls    cc
                beq     .no
                puls    b
                bra     .end
.no             puls    b
                decb
                bpl     .column
.end            puls    a
                sta     v_think_player
                tstb
                rts

; column_play: put a token of v_think_player into a column
;   in       B = column
;   out      carry set: done, X = the cell; carry clear: the column is full, nothing changed
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 70
;   stack    2
column_play     ldu     #v_think_height
                lda     b,u
                cmpa    #BOARD_END
                bhs     .end
                ldx     #v_think_board
                leax    a,x
                adda    #ROW_STEP
                sta     b,u
                lda     v_think_player
                sta     ,x
                orcc    #1
.end            rts

; column_undo: take the topmost token out of a column
;   in       B = column
;   out      X = the cell
;   changes  A X U CC           keeps  B Y DP S
;   cycles   <= 50
;   stack    2
column_undo     ldu     #v_think_height
                lda     b,u
                suba    #ROW_STEP
                sta     b,u
                ldx     #v_think_board
                leax    a,x
                clr     ,x
                rts

; line_there: see whether a token is part of four in a row
;   in       X = its cell on the search's board, whatever lies there; v_think_player, or at
;            line_of A = player
;   out      Z clear: it is
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 260
;   stack    2
count_line      macro   step            ; count like tokens both ways along a line
                clrb
                cmpa    step,x
                bne     .back\?
                incb
                cmpa    2*(step),x
                bne     .back\?
                incb
                cmpa    3*(step),x
                beq     line_found
.back\?         cmpa    -(step),x
                bne     .count\?
                incb
                cmpa    -2*(step),x
                bne     .count\?
                incb
                cmpa    -3*(step),x
                beq     line_found
.count\?        cmpb    #LINE_LENGTH-1
                bhs     line_found
                endm

line_there      lda     v_think_player
line_of         cmpa    -ROW_STEP,x     ; straight down
                bne     .across
                cmpa    -2*ROW_STEP,x
                bne     .across
                cmpa    -3*ROW_STEP,x
                beq     line_found
.across         count_line 1
                count_line ROW_STEP+1
                count_line ROW_STEP-1
                clrb                    ; Z set: none
                rts
line_found      ldb     #1              ; Z clear
                rts

; think_deeper: hard: search 2, 3, 4 ... plies while there is time
;   in       none
;   out      v_think_best
;   changes  A B X Y U CC       keeps  DP S
;   stack    all of the search's
think_deeper    lda     v_think_count
                cmpa    #2
                bhs     .go
                ldb     #COLUMN_COUNT/2 ; the first token goes to the middle
                stb     v_think_best
                rts
.go             lda     #DEPTH_FIRST
.deeper         sta     v_think_depth
                sta     v_think_left
                clr     v_think_ply
                clr     v_think_value
                ldd     #SCORE_NONE<<8|-SCORE_NONE&$FF
                jsr     search
                ldb     v_think_root
                stb     v_think_best
                cmpa    #SCORE_MOST+1   ; a win or a loss is certain: enough
                bge     .end
                cmpa    #-SCORE_MOST-1
                ble     .end
                lda     v_think_depth
                inca
                cmpa    #DEPTH_LAST
                bls     .deeper
.end            rts

; search: the worth of the position for the player to move (alpha-beta)
;   in       A = alpha, B = beta; v_think_left plies to look ahead, at least 1
;   out      A = worth, -100 to 100; at ply 0 v_think_root = best column
;   changes  A B X Y U CC       keeps  DP S
;   stack    12 a ply, and 16
                struct  node
                ds      n_alpha,1
                ds      n_beta,1
                ds      n_best,1
                ds      n_next,1        ; columns tried
                ds      n_column,1
                ds      n_value,1       ; v_think_value before the move
                ds      n_left,1        ; v_think_left before it
                ds      n_forced,1      ; the only column that must be looked at, or negative
                end struct

search          leas    -node,s
                std     n_alpha,s
                lda     #SCORE_NONE
                sta     n_best,s
                clr     n_next,s
                lda     v_think_value
                ldb     v_think_left
                std     n_value,s
                lda     #-1
                sta     n_forced,s
                cmpb    #2
                blo     .next
                jsr     tactics
                beq     .certain
                stb     n_forced,s
                bmi     .next
                lda     #COLUMN_COUNT   ; no other column after this one
                sta     n_next,s
                bra     .column
.certain        lda     v_think_ply     ; B = a column that wins at once
                bne     .deep
                stb     v_think_root
.deep           lda     #SCORE_WIN
                suba    v_think_ply
                leas    node,s
                rts
.next           jsr     time_check
                ldb     n_next,s
                cmpb    #COLUMN_COUNT
                lbeq    .done
                inc     n_next,s
                ldx     #tbl_order
                ldb     b,x
                lda     v_think_ply
                bne     .column
                jsr     root_order
.column         stb     n_column,s
                jsr     column_play
                bhs     .next
                inc     v_think_count
                jsr     line_there
                lbne    .win
                lda     v_think_count
                cmpa    #CELL_COUNT
                lbeq    .draw
                tfr     x,d             ; the worth of the cell
                subd    #v_think_board
                ldx     #tbl_worth
                lda     n_value,s
                ldb     b,x
                stb     temp_index
                ldb     v_think_player
                cmpb    #PLAYER_O
                beq     .mine
                suba    temp_index
                bra     .valued
.mine           adda    temp_index
.valued         sta     v_think_value
                tst     n_forced,s
                bmi     .count
                lda     v_think_ply     ; a forced move costs no depth
                cmpa    #EXTEND_MOST
                blo     .deeper
.count          dec     v_think_left
                beq     .leaf
.deeper         inc     v_think_ply
                ldb     v_think_player
                eorb    #PLAYER_X^PLAYER_O
                stb     v_think_player
                lda     n_beta,s        ; the other's alpha is my beta, negated
                nega
                ldb     n_alpha,s
                cmpb    n_best,s
                bge     .window
                ldb     n_best,s
.window         negb
                jsr     search
                nega
                dec     v_think_ply
                ldb     v_think_player
                eorb    #PLAYER_X^PLAYER_O
                stb     v_think_player
.scored         ldb     n_left,s
                stb     v_think_left
.undo           pshs    a
                ldb     n_column+1,s
                jsr     column_undo
                dec     v_think_count
                lda     n_value+1,s
                sta     v_think_value
                puls    a
                cmpa    n_best,s
                lble    .next
                sta     n_best,s
                ldb     v_think_ply
                bne     .inner
                ldb     n_column,s
                stb     v_think_root
.inner          cmpa    n_beta,s
                lblt    .next
.done           lda     n_best,s
                leas    node,s
                rts
.win            lda     #SCORE_WIN      ; sooner is better
                suba    v_think_ply
                bra     .undo
.draw           clra
                bra     .undo
.leaf           lda     v_think_value
                cmpa    #SCORE_MOST
                ble     .low
                lda     #SCORE_MOST
.low            cmpa    #-SCORE_MOST
                bge     .side
                lda     #-SCORE_MOST
.side           ldb     v_think_player
                cmpb    #PLAYER_O
                beq     .scored
                nega
                bra     .scored

; root_order: at the root, the best column of the search before comes first
;   in       B = column in the usual order, v_think_best
;   out      B = column to look at
;   changes  B CC               keeps  A X Y U DP S
;   stack    2
root_order      cmpb    v_think_best
                beq     .middle
                cmpb    #COLUMN_COUNT/2 ; the first of the usual order
                bne     .end
                ldb     v_think_best
.end            rts
.middle         ldb     #COLUMN_COUNT/2
                rts

; tactics: look for a column where a player wins at once
;   in       v_think_player, the search's board
;   out      Z set: B = a column where v_think_player wins; Z clear: B = a column where the
;            other would win, so that it must be played now, or negative; flags as B
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 3800
;   stack    8
tactics         lda     v_think_player
                eora    #PLAYER_X^PLAYER_O
                ldb     #-1
                pshs    d               ; the other player; what must be played
                ldb     #COLUMN_COUNT-1
.column         pshs    b
                jsr     time_check
                ldb     ,s
                ldu     #v_think_height
                lda     b,u
                cmpa    #BOARD_END
                bhs     .next
                ldx     #v_think_board
                leax    a,x
                jsr     line_there
                bne     .win
                lda     1,s
                jsr     line_of
                beq     .next
                ldb     ,s
                stb     2,s
.next           puls    b
                decb
                bpl     .column
                puls    d
                tstb
                bne     .end
                andcc   #$FB            ; column 0 is no win
.end            rts
.win            puls    b
                leas    2,s
                orcc    #4
                rts

tbl_order       fcb     3,2,4,1,5,0,6   ; the middle first

; How many lines of four go through a cell, bottom row first, 8 bytes a row.
tbl_worth       fcb     3,4,5,7,5,4,3,0
                fcb     4,6,8,10,8,6,4,0
                fcb     5,8,11,13,11,8,5,0
                fcb     5,8,11,13,11,8,5,0
                fcb     4,6,8,10,8,6,4,0
                fcb     3,4,5,7,5,4,3,0
