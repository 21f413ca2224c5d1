; ending.asm: the end of a game
;
; what:     the last position, the discs counted out in two heaps, the result and the match
; DP:       $D0
; RAM:      v_counted, v_ending, v_headline, v_scores
;
; The heaps lie on the board: black's grows from below, white's from above.  They are counted
; together, and where one stops and the other goes on is the difference.

OVER_LAST       equ     0               ; v_phase: the last position is shown
OVER_COUNT      equ     1               ; the discs are counted
OVER_SAID       equ     2               ; the headline is shown
LAST_FRAMES     equ     50
COUNT_FRAMES    equ     3               ; from disc to disc
HEADLINE_TOP    equ     122
SCORE_MOST_SHOWN equ    99
SCORES_KNOWN    equ     $5EC4

                bss
v_counted       rmb     2               ; discs on the heaps, black's and white's
v_ending        rmb     1               ; the event of the result
                code
v_headline      equ     v_tboard        ; no search runs after the end
v_digits        equ     v_headline+STATUS_LENGTH

; over_enter: the game is over: who won, and by how much
;   in       black_count, white_count, game_mode, human_side, v_attract
;   out      v_number, v_scores, v_ending
;   changes  A B X CC           keeps  Y U DP S
;   stack    6
over_enter      lda     black_count
                suba    white_count
                beq     .tie
                bhi     .black
                nega
                ldb     #WHITE
                bra     .won
.black          ldb     #BLACK
.won            sta     v_number
                lda     game_mode
                cmpa    #MODE_TWO
                beq     .two
                ldx     #v_scores+2
                cmpb    human_side
                beq     .you
                leax    1,x
                ldd     #MESSAGE_LOST<<8|EVENT_LOSE
                bra     .count
.you            ldd     #MESSAGE_WON<<8|EVENT_WIN
                bra     .count
.two            ldx     #v_scores
                cmpb    #BLACK
                beq     .black_won
                leax    1,x
                ldd     #MESSAGE_WHITE<<8|EVENT_WIN
                bra     .count
.black_won      ldd     #MESSAGE_BLACK<<8|EVENT_WIN
.count          pshs    a
                lda     v_attract       ; nobody has played
                bne     .counted
                inc     ,x
                lda     ,x
                cmpa    #SCORE_MOST_SHOWN
                bls     .counted
                dec     ,x
.counted        puls    a
                bra     .end
.tie            ldd     #MESSAGE_TIE<<8|EVENT_TIE
.end            stb     v_ending
                jsr     message_show
                clr     v_phase         ; OVER_LAST
                lda     #LAST_FRAMES
                sta     v_timer
                lda     #STATE_OVER
                jmp     state_enter

; over_frame: the end, step by step; again, or the menu
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    24
over_frame      jsr     attract_check
                lbne    .end
                lda     v_phase
                cmpa    #OVER_SAID
                bne     .wait
                dec     v_part_timer
                bne     .buttons
                lda     #1
                eora    v_part          ; the result and the match take turns
                sta     v_part
                bne     .headline
                lda     v_attract       ; a game that nobody plays: all has been said
                lbne    attract_end
.headline       jsr     headline_make
                bra     .buttons
.wait           dec     v_timer
                bne     .buttons
                lda     #COUNT_FRAMES
                sta     v_timer
                lda     v_phase         ; OVER_LAST
                bne     .count
                inc     v_phase
                clr     last_move
                clr     v_counted
                clr     v_counted+1
                jsr     cells_clear
                bra     .buttons
.count          inc     v_status_stale
                bsr     heaps_grow
.buttons        lda     v_state_frames
                cmpa    #OVER_FRAMES
                blo     .draw
                lda     Vec_Button_1_4
                ora     Vec_Button_2_4
                beq     .menu
                jsr     game_start
                bra     .draw
.menu           lda     Vec_Button_1_1
                ora     Vec_Button_2_1
                lbne    menu_enter
.draw           jmp     screen_draw
.end            rts

; heaps_grow: count a disc of each colour; after the last one say the result
;   in       v_counted, black_count, white_count
;   out      v_counted, v_cells, v_phase
;   changes  A B X U CC         keeps  Y DP S
;   stack    8
heaps_grow      ldd     v_counted
                cmpd    black_count
                beq     .all
                cmpa    black_count
                bhs     .white
                inc     v_counted
                ldx     #tbl_heap_black
                ldb     #CELL_BLACK
                bsr     .put
.white          lda     v_counted+1
                cmpa    white_count
                bhs     .sound
                inc     v_counted+1
                ldx     #tbl_heap_white
                ldb     #CELL_WHITE
                bsr     .put
.sound          ldb     v_counted
                cmpb    v_counted+1
                bhs     .note
                ldb     v_counted+1
.note           addb    #NOTE_C4-1
                jmp     disc_sound
.all            inc     v_phase         ; OVER_SAID
                lda     v_ending
                jsr     sound_event_play
                clr     v_part
                bra     headline_make
.put            lda     a,x             ; board index of the next square
                jsr     cell_of
                stb     ,u
                rts

; headline_make: write down the result or the match
;   in       message, v_part, v_number, game_mode, v_scores
;   out      v_headline, v_part_timer
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 1100
;   stack    6
headline_make   lda     #PART_FRAMES
                sta     v_part_timer
                ldu     #v_digits
                lda     v_part
                bne     .match
                lda     v_number
                jsr     two_digits
                ldx     #tbl_results-2*MESSAGE_TIE
                lda     message
                asla
                ldx     a,x
                bra     .write
.match          ldx     #v_scores
                lda     game_mode
                cmpa    #MODE_TWO
                beq     .scores
                leax    2,x
.scores         lda     ,x
                jsr     two_digits
                lda     1,x
                jsr     two_digits
                ldx     #str_match_you
                lda     game_mode
                cmpa    #MODE_TWO
                bne     .write
                ldx     #str_match
.write          pshs    y
                ldy     #v_digits
                ldu     #v_headline
.letter         lda     ,x+
                cmpa    #DIGIT
                bne     .put
                lda     ,y+
.put            sta     ,u+
                cmpu    #v_headline+STATUS_LENGTH
                bne     .letter
                puls    y,pc

; headline_seen: say whether there is a headline
;   in       game_state, v_phase
;   out      Z set: there is
;   changes  A CC               keeps  B X Y U DP S
;   stack    2
headline_seen   lda     game_state
                cmpa    #STATE_OVER
                bne     .end
                lda     v_phase
                cmpa    #OVER_SAID
.end            rts

; The squares in the order in which the heaps grow.
tbl_heap_black
index           set     0
                rept    CELL_COUNT
                fcb     SQ_A8-index/BOARD_SIZE*BOARD_STEP+index%BOARD_SIZE
index           set     index+1
                endr
tbl_heap_white
index           set     0
                rept    CELL_COUNT
                fcb     SQ_H1+index/BOARD_SIZE*BOARD_STEP-index%BOARD_SIZE
index           set     index+1
                endr

tbl_results     fdb     str_tied,str_you_win,str_cpu_wins,str_black_wins,str_white_wins

                glyphs
                cmap    "#",DIGIT
str_tied        fcc     "        TIE         "
str_you_win     fcc     "   YOU WIN BY ##    "
str_cpu_wins    fcc     "   CPU WINS BY ##   "
str_black_wins  fcc     "  BLACK WINS BY ##  "
str_white_wins  fcc     "  WHITE WINS BY ##  "
str_match       fcc     " BLACK ##  WHITE ## "
str_match_you   fcc     "  YOU ##    CPU ##  "
                cmap
