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
OVER_PARTS      equ     4               ; of the line below the board
LAST_FRAMES     equ     50
COUNT_FRAMES    equ     3               ; from disc to disc
HEADLINE_Y      equ     127             ; it stands above the board
HEADLINE_MOST   equ     2+15+2+1        ; place, BLACK 99 WHITE 99, end
SCORE_MOST_SHOWN equ    99
SCORES_KNOWN    equ     $5EC4

; No disc turns after the end.
v_counted       equ     v_flips         ; discs on the heaps, black's and white's
v_ending        equ     v_flips+2       ; the event of the result
v_headline      equ     v_tboard        ; no search runs after the end
                assert  HEADLINE_MOST <= BOARD_BYTES

; over_enter: the game is over: who won, and by how much
;   in       black_count, white_count, game_mode, human_side, skill, v_attract, v_match
;   out      v_number, v_scores, v_match_won, v_starter, v_ending
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
                lda     skill
                asla
                leax    a,x
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
.count          pshs    d
                lda     v_attract       ; the demonstration game
                bne     .counted
                inc     ,x
                lda     ,x
                cmpa    #SCORE_MOST_SHOWN
                bls     .match
                dec     ,x
.match          tfr     x,d
                subd    #v_scores
                andb    #1
                ldx     #v_match_won
                abx
                inc     ,x
.counted        puls    d
                bra     .end
.tie            ldd     #MESSAGE_TIE<<8|EVENT_TIE
.end            stb     v_ending
                ldb     v_match
                beq     .said
                ldb     v_starter       ; in a match the sides begin by turns
                eorb    #OTHER
                stb     v_starter
.said
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
                lda     v_part          ; the result and the score take turns
                inca
                anda    #OVER_PARTS-1
                sta     v_part
                anda    #1
                bne     .headline
                lda     v_attract       ; the demonstration game: all has been said
                lbne    attract_end
.headline       inc     v_status_stale
                jsr     headline_make
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
                jsr     melody_event_play
                clr     v_part
                bra     headline_make
.put            lda     a,x             ; board index of the next square
                jsr     cell_of
                stb     ,u
                rts

; headline_make: write down the result or the match
;   in       message, v_part, v_number, game_mode, skill, v_match, v_match_won, v_scores
;   out      v_headline, v_part_timer
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 1300
;   stack    7
headline_make   lda     #PART_FRAMES
                sta     v_part_timer
                pshs    y
                ldy     #v_number
                ldb     message
                subb    #MESSAGE_TIE
                lda     v_attract       ; the demonstration game has no score
                bne     .words
                lda     v_part
                anda    #1
                beq     .words
                ldy     #v_scores
                ldb     #MATCH_TWO
                lda     game_mode
                cmpa    #MODE_TWO
                beq     .match
                lda     skill
                inca
                asla
                leay    a,y
                incb                    ; MATCH_ONE
.match          lda     v_match
                beq     .words
                ldy     #v_match_won
.words          ldx     #tbl_results
                aslb
                ldx     b,x
                ldu     #v_headline+2
.letter         lda     ,x+
                cmpa    #'#'
                bne     .put
                lda     ,y+             ; a number
                ldb     #'0'-1
.ten            incb
                suba    #10
                bhs     .ten
                cmpb    #'0'
                beq     .one
                stb     ,u+
.one            adda    #10+'0'
.put            sta     ,u+
                bpl     .letter
                tfr     u,d             ; its length tells where it begins
                subd    #v_headline+3
                lda     #LETTER_PITCH/2
                mul
                subb    #(LETTER_PITCH-LETTER_WIDE)/2
                negb
                lda     #HEADLINE_Y
                std     v_headline
                puls    y,pc

; over_text: find the line below the board: what the buttons do and, in a match, how it stands
;   in       v_part, v_match, v_match_won, v_attract
;   out      X = its text
;   changes  A B X CC           keeps  Y U DP S
;   stack    4
over_text       ldb     v_part
                lda     v_attract
                beq     .played
                ldx     #str_name
                lsrb
                bcc     .end
                ldx     #str_press
                rts
.played         lda     v_match
                beq     .buttons
                lsrb
                bcs     .match
.buttons        ldx     #str_again
                lsrb
                bcc     .end
                ldx     #str_to_menu
                rts
.match          ldx     #str_match_over
                jsr     match_over
                beq     .end
                lda     v_match
                asla
                ldx     #tbl_best_of-2
                ldx     a,x
.end            rts

; heaps_draw: draw the heaps in the board's frame, in the end with the headline above
;   in       v_phase, v_headline, v_status, DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 26500           vectors <= 230
;   stack    10
heaps_draw      jsr     border_draw
                ldx     #tbl_shapes_heaps
                jsr     shapes_draw
                lda     v_phase
                cmpa    #OVER_SAID
                lbne    status_draw
                lda     #LIGHT_TITLE
                jsr     Intensity_a
                ldu     #v_headline
                jsr     letters_draw
                ldd     #0
                std     <VIA_port_b     ; an old machine would remember the way to the headline
                nop     2
                inc     <VIA_port_b
                jmp     status_draw

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

tbl_results     fdb     str_tied,str_you_won,str_you_lost,str_black_won,str_white_won
                fdb     str_match,str_match_you
MATCH_TWO       equ     5               ; places in it; MATCH_ONE is the next

; words: the letters of a headline; # stands for a number
words           macro   letters
                fcc     letters
                fcb     TEXT_END
                endm

str_tied        words   "TIE GAME"
str_you_won     words   "YOU WON BY #"
str_you_lost    words   "YOU LOST BY #"
str_black_won   words   "BLACK WON BY #"
str_white_won   words   "WHITE WON BY #"
str_match       words   "BLACK # WHITE #"
str_match_you   words   "YOU # CPU #"
