; think.asm: the computer's move
;
; what:     easy and medium look for immediate wins; good and hard search; all run in slices
; DP:       $D0 in what the game calls, the page of v_think_value in the search
; RAM:      v_think_*
;
; The board has 69 windows: places where four can lie in a row.  For each there is a byte that
; counts its tokens, O's in the low three bits, X's above.  Who plays a cell counts it in all its
; windows, and tables say what a position gains by that.  A window with three of a kind and one
; empty cell makes that cell a threat, which is counted, too: so whether a side wins at once is
; seen from seven bytes.

SCORE_WIN       equ     127             ; less one for each ply it takes
SCORE_MOST      equ     90              ; what open windows can be worth
SCORE_NONE      equ     -127
THINK_LEAST     equ     25              ; frames the computer thinks at least
THINK_MOST      equ     225             ; and at most: 4.5 seconds
DEPTH_FIRST     equ     1
DEPTH_LAST      equ     24
EXTEND_MOST     equ     20              ; deeper than this many plies a forced move counts as one
PLIES_MOST      equ     26
LEVEL_EASY      equ     0
LEVEL_MEDIUM    equ     1
LEVEL_HARD      equ     2
LEVEL_GOOD      equ     3
MEDIUM_DEPTH    equ     2
GOOD_DEPTH      equ     4
HINT_MOST       equ     100             ; frames that a hint takes at most
WHIM_MOST       equ     7               ; so much less may the column chosen be worth
BOOK_TOKENS     equ     2               ; with fewer on the board the book answers
CARELESS_OF_32  equ     16

WINDOW_O        equ     1               ; a token of O's in a window's count
WINDOW_X        equ     8
WINDOWS_MOST    equ     13              ; through one cell

; What a stretch of the search between two looks at the clock may take: the frame is to end
; FRAME_SPARE cycles early, and the game does something after it.
SLICE_LEAST     equ     8               ; high byte of T2: below it the frame is given back
FRAME_SPARE     equ     500
AFTER_SLICE     equ     122
STRETCH_MOST    equ     SLICE_LEAST*256-FRAME_SPARE-AFTER_SLICE
; The longest stretches play a token or take it out, from one window that becomes a threat, or is
; one no longer, to the next; a token can make eleven.  The figures stand at their parts, where the
; assembler checks them, and STRETCH_REST is what comes before and after.
PLAY_MOST       equ     29+WINDOWS_MOST*31+170+18
UNDO_MOST       equ     18+WINDOWS_MOST*29+140+21
STRETCH_REST    equ     180
                assert  PLAY_MOST+STRETCH_REST <= STRETCH_MOST, "the frame would end too late"
CLEAR_MOST      equ     (THINK_BYTES/2)*15
                assert  CLEAR_MOST+STRETCH_REST <= STRETCH_MOST, "the frame would end too late"
                assert  THINK_BYTES%2 = 0
                assert  UNDO_MOST+STRETCH_REST <= STRETCH_MOST, "the frame would end too late"

; think_start: begin to look for a move; in the search, O stands for the side to move
;   in       game_board, current_player, cpu_level
;   out      v_think_best: a legal column, in case time runs out; v_slice_stack
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 470
;   stack    7
think_start     clr     v_think_done
                clr     v_think_frames
                jsr     column_any
                stb     v_think_best
                ldx     #v_think_start
                ldu     #think_body
                jsr     slice_begin
                rts

; column_any: choose a column that is not full: the first such from one chosen by chance on
;   in       game_board
;   out      B = column; if all are full, any
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 380
;   stack    5
column_any      jsr     Random_3
                anda    #7
                tfr     a,b
                ldx     #game_board+(ROW_COUNT-1)*COLUMN_COUNT
                lda     #COLUMN_COUNT
                pshs    a
.look           cmpb    #COLUMN_COUNT
                blo     .there
                clrb
.there          tst     b,x
                beq     .found
                incb
                dec     ,s
                bne     .look
                clrb
.found          puls    a,pc

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
                inc     v_think_done    ; the best move found so far counts
                rts

; ---- On the search's own stack ---------------------------------------------------------

; think_body: find a move, then wait to be stopped
think_body      lda     #v_think_value/256
                tfr     a,dp
                setdp   v_think_value/256
                jsr     think_copy
                jsr     time_check
                lda     cpu_level
                ldb     v_hinting
                beq     .level
                lda     #LEVEL_HARD     ; a hint is always hard's
.level          sta     <v_think_last
                beq     .easy
                jsr     think_whims
                lda     move_count
                cmpa    #BOOK_TOKENS
                blo     .book
                lda     #DEPTH_LAST
                ldb     <v_think_last
                cmpb    #LEVEL_HARD
                beq     .deep
                lda     #GOOD_DEPTH
                cmpb    #LEVEL_GOOD
                beq     .deep
                jsr     think_carelessly
                bne     .found
                lda     #MEDIUM_DEPTH
.deep           sta     <v_think_last
                jsr     think_deeper
                bra     .found
.book           jsr     think_book
                bra     .found
.easy           jsr     think_easy
.found          lda     v_think_frames
                cmpa    #THINK_LEAST
                bhs     .done
                jsr     slice_pause
                bra     .found
.done           inc     v_think_done
.forever        jsr     slice_pause
                bra     .forever

; think_copy: count the tokens of the board in their windows, those of the side to move as O's
;   in       game_board, current_player
;   out      v_think_*
;   changes  A B X Y U CC       keeps  DP S
;   stack    30
think_copy      ldd     #0
                ldx     #v_think_cells
.clear          std     ,x++
                cmpx    #v_think_cells+THINK_BYTES
                bne     .clear
                jsr     time_check
                ldd     #0
                std     v_think_value
                ldx     #v_think_windows
.windows        sta     ,x+
                cmpx    #v_think_windows+WINDOW_COUNT
                bne     .windows
                jsr     time_check
                lda     #CELL_COUNT
                sta     v_think_empty
                lda     move_count      ; O is to move: with an even count it began
                coma
                anda    #1
                sta     v_think_parity
                clrb
.column         ldx     #v_think_height
                stb     b,x
                incb
                cmpb    #COLUMN_COUNT
                bne     .column
                clrb
.cell           pshs    b
                jsr     time_check
                ldb     ,s
                ldx     #game_board
                lda     b,x
                beq     .next
                cmpa    current_player
                bne     .x
                jsr     cell_play_o
                bra     .rise
.x              jsr     cell_play_x
.rise           dec     v_think_empty
                ldb     ,s
                ldx     #v_think_height
.which          cmpb    ,x+             ; cells come row by row
                bne     .which
                addb    #COLUMN_COUNT
                stb     -1,x
.next           puls    b
                incb
                cmpb    #CELL_COUNT
                bne     .cell
                rts

; think_whims: make each column worth a little more, at random, so that columns of nearly equal
; worth take turns
;   in       none
;   out      v_think_whims
;   changes  A X CC             keeps  B Y U DP S
;   stack    11
think_whims     ldx     #v_think_whims
.column         jsr     time_check
                jsr     Random_3
                anda    #WHIM_MOST
                sta     ,x+
                cmpx    #v_think_whims+COLUMN_COUNT
                bne     .column
                rts

; think_book: choose the first token, or the answer to the first
;   in       game_board: one token at most
;   out      v_think_best
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 300
;   stack    5
think_book      ldx     #game_board
                clrb
.column         lda     b,x             ; the row of tbl_book: its column, or none
                bne     .choose
                incb
                cmpb    #COLUMN_COUNT
                bne     .column
.choose         ldx     #tbl_book
                aslb
                aslb
                abx
                jsr     Random_3
                anda    #3
                lda     a,x
                sta     v_think_best
                rts

; Answers to a token in each column, and the first token.
tbl_book        fcb     3,3,2,3
                fcb     3,3,2,3
                fcb     3,3,2,3
                fcb     3,3,2,4
                fcb     3,3,4,3
                fcb     3,3,4,3
                fcb     3,3,4,3
                fcb     3,3,2,4

; think_easy: a win, else half of the time what stops X's, else any column
;   in       v_think_*
;   out      v_think_best
;   changes  A B X Y U CC       keeps  DP S
;   stack    10
think_easy      ldu     #v_think_threat_o
                bsr     threat_find
                bpl     .take
                jsr     Random_3
                anda    #1
                beq     .end            ; v_think_best is any
                ldu     #v_think_threat_x
                bsr     threat_find
                bmi     .end
.take           stb     v_think_best
.end            rts

; think_carelessly: every second turn medium plays anywhere, but it sees what wins at once,
; and what X would win by next
;   in       v_think_*, v_think_best: a column chosen by chance
;   out      Z clear: v_think_best
;   changes  A B X Y U CC       keeps  DP S
;   stack    10
think_carelessly
                jsr     Random_3
                anda    #31
                cmpa    #CARELESS_OF_32
                bhs     .no
                ldu     #v_think_threat_o
                bsr     threat_find
                bpl     .no             ; the search sees it, too
                ldu     #v_think_threat_x
                bsr     threat_find
                bpl     .no
                ldb     v_think_best    ; not below a threat of X's
                ldx     #v_think_height
                lda     b,x
                ldx     #v_think_threat_x+COLUMN_COUNT
                tst     a,x
                bne     .no
                lda     #1
                rts
.no             clra
                rts

; threat_find: find a column where a threat can be played
;   in       U = v_think_threat_x or v_think_threat_o
;   out      B = column, or negative; flags as B
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 200
;   stack    2
threat_find     ldx     #v_think_height+COLUMN_COUNT
                ldb     #COLUMN_COUNT-1
.column         lda     ,-x
                tst     a,u
                bne     .end
                decb
                bpl     .column
.end            tstb
                rts

; think_deeper: search 1, 2, 3 ... plies up to v_think_last, while there is time
;   in       v_think_*, v_think_last
;   out      v_think_best
;   changes  A B X Y U CC       keeps  DP S
;   stack    all of the search's
think_deeper    ldx     #v_think_killer
                lda     #COLUMN_COUNT/2
                ldb     #PLIES_MOST
.killer         sta     ,x+
                decb
                bne     .killer
                lda     v_think_best    ; chance decides between equals
                sta     v_think_killer
                lda     #DEPTH_FIRST
.deeper         sta     <v_think_depth
                sta     <v_think_left
                clr     <v_think_ply
                ldd     #SCORE_NONE<<8|-SCORE_NONE&$FF
                jsr     search_o
                ldb     v_think_best
                stb     v_think_killer
                cmpa    #SCORE_MOST+1   ; a win or a loss is certain: enough
                bge     .end
                cmpa    #-SCORE_MOST-1
                ble     .end
                lda     <v_think_depth
                inca
                cmpa    <v_think_empty
                bhi     .end            ; all has been seen
                cmpa    <v_think_last
                bls     .deeper
.end            rts

; What a search keeps on the stack while those below it run.
                struct  node
                ds      n_alpha,1
                ds      n_beta,1
                ds      n_best,1
                ds      n_next,1        ; columns tried
                ds      n_first,1       ; the column tried first
                ds      n_column,1
                ds      n_cell,1
                ds      n_left,1        ; v_think_left for those below
                ds      n_value,2       ; v_think_value before the move
                end struct

; column_look: see whether the free cell of a column is a threat of either side
column_look     macro   number,win,lost
                ldb     <v_think_height+number
                lda     b,u
                beq     .not\?
                ldb     #number
                jmp     win
.not\?          lda     b,y
                beq     .end\?
                ldb     #number         ; the other wins there: it must be played
                lda     <v_think_forced
                stb     <v_think_forced
                inca
                lbne    lost
.end\?
                endm

; search_o, search_x: the worth of the position for the player to move (alpha-beta)
;   in       A = alpha, B = beta; v_think_left plies to look ahead
;   out      A = worth; at ply 0 v_think_best = best column so far
;   changes  A B X Y U CC       keeps  DP S
;   stack    12 a ply, and 15
search          macro   me,you,sign
                leas    -node,s
                std     n_alpha,s
                clock_look
                lda     #-1             ; who wins at once?
                sta     <v_think_forced
                ldu     #v_think_threat_\me
                ldy     #v_think_threat_\you
column          set     0
                rept    COLUMN_COUNT
                column_look column,.win\?,.lost\?
column          set     column+1
                endr
                lda     <v_think_empty
                beq     .leave\?        ; a draw
                lda     <v_think_left
                ldb     <v_think_forced
                bpl     .forced\?
                deca
                bmi     .leaf\?
                sta     n_left,s
                clr     n_next,s
                bra     .begin\?
.lost\?         jsr     threat_find     ; there, too: only a win of one's own helps
                bpl     .win\?
                lda     #1-SCORE_WIN
                adda    <v_think_ply
                bra     .certain\?
.win\?          stb     <v_think_forced
                lda     #SCORE_WIN
                suba    <v_think_ply
.certain\?      ldb     <v_think_ply
                bne     .leave\?
                ldb     <v_think_forced
                stb     v_think_best
.leave\?        leas    node,s
                rts
.leaf\?         ldd     <v_think_value
                jsr     worth_limit
                if      sign < 0
                nega
                endif
                bra     .leave\?
.forced\?       stb     n_first,s       ; no other column but this one
                ldb     <v_think_ply    ; it costs no depth
                cmpb    #EXTEND_MOST
                blo     .deep\?
                deca
                bmi     .leaf\?
.deep\?         sta     n_left,s
                lda     #SCORE_NONE
                sta     n_best,s
                ldd     <v_think_value
                std     n_value,s
                lda     #COLUMN_COUNT+1
                sta     n_next,s
                ldb     n_first,s
                bra     .column\?
.begin\?        lda     #SCORE_NONE
                sta     n_best,s
                ldd     <v_think_value
                std     n_value,s
.next\?
                clock_look
                ldb     n_next,s
                cmpb    #COLUMN_COUNT
                lbhi    .done\?
                inc     n_next,s
                decb
                bmi     .killer\?
                ldx     #tbl_order
                ldb     b,x
                cmpb    n_first,s
                beq     .next\?
                bra     .column\?
.killer\?       ldx     #v_think_killer ; what was best here last time comes first
                ldb     <v_think_ply
                ldb     b,x
                stb     n_first,s
.column\?       ldx     #v_think_height
                lda     b,x
                cmpa    #CELL_COUNT
                bhs     .next\?
                stb     n_column,s
                sta     n_cell,s
                ldu     #v_think_threat_\you+COLUMN_COUNT
                tst     a,u
                lbne    .bad\?
                lda     n_left,s
                bne     .play\?
                ldb     n_cell,s        ; the last ply: what is it worth?
                jsr     cell_gain_\me
                beq     .play\?         ; it makes a threat: look what follows
                jsr     worth_limit
                if      sign < 0
                nega
                endif
                bra     .scored\?
.play\?
                clock_look
                ldb     n_column,s
                lda     n_cell,s
                adda    #COLUMN_COUNT
                ldx     #v_think_height
                sta     b,x
                ldb     n_cell,s
                jsr     cell_play_\me
                dec     <v_think_empty
                inc     <v_think_ply
                lda     n_left,s
                sta     <v_think_left
                ldb     n_alpha,s
                if      sign > 0
                lda     <v_think_ply
                deca
                bne     .narrow\?
                subb    #WHIM_MOST      ; a column a little worse may be chosen
                bvc     .narrow\?
                ldb     #SCORE_NONE
.narrow\?
                endif
                negb
                lda     n_beta,s        ; the other's alpha is my beta, negated
                nega
                jsr     search_\you
                nega
                pshs    a
                clock_look
                ldb     n_cell+1,s
                jsr     cell_undo_\me
                dec     <v_think_ply
                inc     <v_think_empty
                ldd     n_value+1,s
                std     <v_think_value
                ldb     n_column+1,s
                ldx     #v_think_height
                lda     n_cell+1,s
                sta     b,x
                puls    a
.scored\?
                if      sign > 0
                ldb     <v_think_ply
                bne     .rated\?
                cmpa    #SCORE_MOST-WHIM_MOST
                bgt     .rated\?
                cmpa    #-SCORE_MOST
                blt     .rated\?
                ldb     n_column,s
                ldx     #v_think_whims
                abx
                adda    ,x
.rated\?
                endif
                cmpa    n_best,s
                lble    .next\?
                sta     n_best,s
                ldb     <v_think_ply
                bne     .inner\?
                ldb     n_column,s
                stb     v_think_best
.inner\?        cmpa    n_alpha,s
                lble    .next\?
                sta     n_alpha,s
                cmpa    n_beta,s
                lblt    .next\?
                ldb     <v_think_ply
                ldx     #v_think_killer
                abx
                ldb     n_column,s
                stb     ,x
.done\?         lda     n_best,s
                leas    node,s
                rts
.bad\?          lda     #1-SCORE_WIN    ; the other would win above it
                adda    <v_think_ply
                bra     .scored\?
                endm

search_o        search  o,x,1
search_x        search  x,o,-1
