; messages.asm: what is written below the board and above it, and what shows who has won
;
; what:     whose turn it is, the end of a game with the score; the winning four
; DP:       $D0
; RAM:      v_list_win, v_result

MESSAGE_Y_HALVES equ    -126            ; below the rack, half units
RESULT_Y_HALVES equ     112             ; above it
LIGHT_TEXT      equ     $60
LIGHT_RESULT    equ     $7F
PLAY_NOW        equ     $40             ; by this bit of v_think_frames THINKING gives way to it
PULSE_STEP      equ     2               ; log of the frames from light to light

; status_draw: say whose turn it is, or, while the computer plays itself, what the game is about
;   in       DP = $D0
;   out      none
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 4700            vectors <= 50
;   stack    8
status_draw     lda     v_attract
                bne     .about
                ldu     #str_full
                lda     v_refused
                bne     .draw
                lda     v_phase
                cmpa    #PHASE_THINK
                bne     .player
                ldu     #str_thinking
                lda     v_think_frames
                adda    #PLAY_NOW-(THINK_MOST-HINT_MOST)%PLAY_NOW       ; so that a hint, too,
                bita    #PLAY_NOW       ; begins with THINKING
                beq     .draw
                ldu     #str_play_now
                bra     .draw
.player         ldu     #str_you
                lda     #FIRST_TEXTS
                ldb     game_mode
                bne     .first
                deca                    ; two players have no undo
                ldu     #str_x
                ldb     current_player
                cmpb    #PLAYER_X
                beq     .first
                ldu     #str_o
.first          ldb     move_count
                cmpb    #FIRST_MOVES
                bhs     .draw
                jsr     hint_turn       ; the first moves have time for the controls
                beq     .draw
                ldx     #tbl_about+2
.listed         asla
                ldu     a,x
.draw           jmp     text_draw
.about          lda     #ABOUT_COUNT
                jsr     hint_turn
                ldx     #tbl_about
                bra     .listed

; over_text_draw: say how the game ended, with the score, and what the buttons do; in the first
; frame write that down
;   in       game_state 2 to 4, game_mode, v_scores, DP = $D0
;   out      none
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 11000           vectors <= 130
;   stack    10
over_text_draw  lda     v_result
                beq     result_make
                lda     #LIGHT_RESULT
                jsr     Intensity_a
                ldu     #v_result
                jsr     letters_draw
                lda     v_attract       ; what the game is about
                lbne    status_draw
                lda     #2
                ldb     v_match
                beq     .turn
                inca
.turn           jsr     hint_turn
                ldx     #tbl_again
                asla
                ldu     a,x
                cmpa    #2*2
                bne     .draw
                jsr     match_over
                beq     .draw
                ldx     #tbl_best_of-2
                lda     v_match
                asla
                ldu     a,x
.draw           jmp     text_draw

; result_make: write who won and the score of the match or, of single games, at this level; the
; winner's first; of the demonstration only who won
;   in       game_state 2 to 4, v_attract, game_mode, cpu_level, v_match, v_match_won, v_scores
;   out      v_result
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 640
;   stack    6
result_make     lda     game_state
                suba    #STATE_WON_X    ; 0 X, 1 O, 2 a draw
                pshs    a
                asla
                ldx     #tbl_over
                ldb     game_mode
                beq     .words
                leax    6,x
.words          ldx     a,x
                ldu     #v_result+2
.letter         lda     ,x+
                sta     ,u+
                bpl     .letter
                leau    -1,u
                ldb     v_attract
                bne     .quiet          ; the demonstration has no score
                ldx     #v_match_won
                ldb     v_match
                bne     .scores
                jsr     scores_find
.scores         ldd     ,x
                dec     ,s
                bne     .order
                exg     a,b             ; O has won
.order          stb     ,s
                bsr     .number
                lda     #'-'
                sta     ,u+
                lda     ,s
                bsr     .number
                bra     .place
.quiet          leau    -1,u            ; nor a blank before it
.place          lda     #TEXT_END
                sta     ,u
                tfr     u,d             ; its length tells where it begins
                subd    #v_result+2
                lda     #LETTER_PITCH/2
                mul
                subb    #(LETTER_PITCH-LETTER_WIDE)/2
                negb
                lda     #RESULT_Y_HALVES
                std     v_result
                puls    a,pc
.number         ldb     #'0'-1
.ten            incb
                suba    #10
                bhs     .ten
                cmpb    #'0'
                beq     .one
                stb     ,u+
.one            adda    #10+'0'
                sta     ,u+
                rts

RESULT_MOST     equ     2+9+5+1         ; place, CPU WINS and a blank, 99-99, end

tbl_over        fdb     str_x_wins,str_o_wins,str_tie
                fdb     str_you_win,str_cpu_wins,str_tie

; words: the beginning of a result
words           macro   letters
                fcc     letters
                fcb     TEXT_END
                endm

ABOUT_COUNT     equ     7
tbl_about       fdb     str_title,str_rules,str_aims,str_drops,str_hints,str_stops,str_undo
FIRST_MOVES     equ     2               ; before them the line names the controls, too:
FIRST_TEXTS     equ     ABOUT_COUNT-1   ; whose move it is, and all but title and rules
tbl_again       fdb     str_again,str_to_menu,str_match_over
tbl_pause       fdb     str_pause,str_resume,str_leave

str_title       text    MESSAGE_Y_HALVES,"CONNECT 4"
str_rules       text    MESSAGE_Y_HALVES,"4 IN A ROW"
str_aims        text    MESSAGE_Y_HALVES,"STICK AIMS"
str_drops       text    MESSAGE_Y_HALVES,"4 DROPS"
str_hints       text    MESSAGE_Y_HALVES,"3 HINTS"
str_undo        text    MESSAGE_Y_HALVES,"2 UNDOES"
str_stops       text    MESSAGE_Y_HALVES,"1 PAUSES"
str_x           text    MESSAGE_Y_HALVES,"X MOVES"
str_o           text    MESSAGE_Y_HALVES,"O MOVES"
str_you         text    MESSAGE_Y_HALVES,"YOU MOVE"
str_thinking    text    MESSAGE_Y_HALVES,"THINKING"
str_play_now    text    MESSAGE_Y_HALVES,"4 PLAY NOW"
str_full        text    MESSAGE_Y_HALVES,"FULL"
str_pause       text    MESSAGE_Y_HALVES,"PAUSE"
str_resume      text    MESSAGE_Y_HALVES,"1 RESUME"
str_leave       text    MESSAGE_Y_HALVES,"2 MENU"
str_again       text    MESSAGE_Y_HALVES,"4 NEW GAME"
str_to_menu     text    MESSAGE_Y_HALVES,"1 MENU"
str_match_over  text    MESSAGE_Y_HALVES,"MATCH OVER"
tbl_best_of     fdb     str_best_of_3,str_best_of_5,str_best_of_7
str_best_of_3   text    MESSAGE_Y_HALVES,"BEST OF 3"
str_best_of_5   text    MESSAGE_Y_HALVES,"BEST OF 5"
str_best_of_7   text    MESSAGE_Y_HALVES,"BEST OF 7"
str_x_wins      words   "X WINS "
str_o_wins      words   "O WINS "
str_you_win     words   "YOU WIN "
str_cpu_wins    words   "CPU WINS "
str_tie         words   "TIE GAME "

; win_draw: draw the winning four, which pulse, and a line that is drawn out over them
;   in       game_state 2 or 3, win_cells, frame_counter, v_state_frames, DP = $D0
;   out      none
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 2400            vectors <= 9
;   stack    6
win_draw        ldu     #win_cells
                ldx     #v_list_win
.cell           lda     ,u+
                ldb     #CELL_ENTRY
                mul
                stb     ,x+
                cmpx    #v_list_win+LINE_LENGTH
                bne     .cell
                lda     #LIST_END
                sta     ,x
                lda     #LIGHT_WIN
                jsr     Intensity_a
                bsr     win_line_draw
                lda     frame_counter
                rept    PULSE_STEP
                lsra
                endr
                anda    #tbl_pulse_end-tbl_pulse-1
                ldx     #tbl_pulse
                lda     a,x
                jsr     Intensity_a
                ldu     #v_list_win
                lda     game_state
                cmpa    #STATE_WON_X
                lbne    o_list_draw
                jmp     x_list_draw

tbl_pulse       fcb     LIGHT_WIN,LIGHT_WIN,$78,$6C,$60,$58,$60,$6C
tbl_pulse_end

WIN_P           equ     (LINE_LENGTH-1)*CELL_P  ; the line through the winning four
WIN_CYCLES      equ     106
WIN_SPEED_DAC   equ     WIN_P/WIN_CYCLES
                assert  8*(WIN_P-WIN_SPEED_DAC*WIN_CYCLES) < BOARD_SCALE, "an eighth of a unit"
WIN_FIRST_CYCLES equ    10              ; so much of it is drawn in the first frame: a ramp of less
                                        ; than 8 cycles draws a quarter too much on hardware
WIN_FRAME_CYCLES equ    4               ; of it are drawn more in each frame
WIN_FRAMES      equ     (WIN_CYCLES-WIN_FIRST_CYCLES)/WIN_FRAME_CYCLES
                assert  WIN_FRAMES*WIN_FRAME_CYCLES+WIN_FIRST_CYCLES = WIN_CYCLES

; win_line_draw: draw a line over the winning four, longer from frame to frame
;   in       win_cells, v_state_frames, DP = $D0
;   out      the beam zeroed
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 530             vectors = 1
;   stack    6
win_line_draw   lda     win_cells
                jsr     cell_split
                ldx     #row_y_table
                lda     a,x
                ldx     #col_x_table
                ldb     b,x
                asla
                aslb
                jsr     beam_place
                ldx     #tbl_win_speeds
                lda     win_cells+1     ; the step tells the direction: 1, 6, 7 or 8
                suba    win_cells
                cmpa    #1
                beq     .draw
.find           leax    2,x
                cmpa    #COLUMN_COUNT-1
                beq     .draw
                deca
                bra     .find
.draw           lda     v_state_frames
                cmpa    #WIN_FRAMES
                blo     .grows
                lda     #WIN_FRAMES
.grows          ldb     #WIN_FRAME_CYCLES
                mul
                addb    #WIN_FIRST_CYCLES-RAMP_EXTRA
                stb     <VIA_t1_cnt_lo
                ldd     ,x
                sta     <VIA_port_a
                clr     <VIA_port_b
                lda     #1
                nop     2
                sta     <VIA_port_b
                stb     <VIA_port_a
                clrb
                light_begin
                line_end
                lda     #VIA_ZERO
                sta     <VIA_cntl
                rts

tbl_win_speeds  fcb     0,WIN_SPEED_DAC ; along a row
                fcb     WIN_SPEED_DAC,-WIN_SPEED_DAC
                fcb     WIN_SPEED_DAC,0 ; up a column
                fcb     WIN_SPEED_DAC,WIN_SPEED_DAC
