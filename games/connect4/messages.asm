; messages.asm: what is written below the board, and what shows who has won
;
; what:     whose turn it is, the end of a game, the score; the winning four
; DP:       $D0
; RAM:      v_list_win, v_score_text

MESSAGE_Y_HALVES equ    -126            ; below the rack, half units
LIGHT_TEXT      equ     $60
BLINK           equ     $10             ; bit of frame_counter

; status_draw: say whose turn it is
;   in       DP = $D0
;   out      none
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 4300            vectors <= 40
;   stack    8
status_draw     ldu     #str_full
                lda     v_refused
                bne     .draw
                ldu     #str_thinking
                lda     v_phase
                cmpa    #PHASE_THINK
                beq     .draw
                ldu     #str_you
                ldb     game_mode
                bne     .draw
                ldu     #str_player_1
                lda     current_player
                cmpa    #PLAYER_X
                beq     .draw
                ldu     #str_player_2
.draw           jmp     text_draw

; over_text_draw: say how the game ended, the score of both, and what the buttons do, by turns
;   in       DP = $D0
;   out      none
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 4900            vectors <= 50
;   stack    10
over_text_draw  lda     #OVER_TEXTS
                jsr     hint_turn
                beq     .result
                cmpa    #2              ; 1 and 2: the score of X and of O
                bls     score_draw
                ldu     #str_again
                cmpa    #3
                beq     .draw
                ldu     #str_menu_hint
                bra     .draw
.result         lda     game_state
                suba    #STATE_WON_X
                asla
                ldb     game_mode
                beq     .two
                adda    #6
.two            ldx     #tbl_over
                ldu     a,x
.draw           jmp     text_draw

; score_draw: write how many games a player has won
;   in       A = 1 X, 2 O; game_mode, v_scores, DP = $D0
;   out      none
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 3600            vectors <= 40
;   stack    8
score_draw      deca
                ldb     game_mode
                beq     .two
                adda    #2
.two            ldx     #v_scores
                ldb     a,x
                ldx     #tbl_score
                asla
                ldu     a,x
                ldx     #v_score_text
.letter         lda     ,u+
                sta     ,x+
                cmpx    #v_score_text+SCORE_TEXT_BYTES
                bne     .letter
                lda     #' '            ; no tens
                addb    #'0'
.tens           cmpb    #'9'
                bls     .write
                subb    #10
                cmpa    #' '
                bne     .more
                lda     #'0'
.more           inca
                bra     .tens
.write          std     v_score_text+SCORE_FIGURES
                ldu     #v_score_text
                jmp     text_draw

OVER_TEXTS      equ     5
tbl_score       fdb     str_score_1,str_score_2,str_score_you,str_score_cpu

tbl_over        fdb     str_wins_1,str_wins_2,str_tie
                fdb     str_you_win,str_you_lose,str_tie

str_player_1    text    MESSAGE_Y_HALVES,"PLAYER 1"
str_player_2    text    MESSAGE_Y_HALVES,"PLAYER 2"
str_you         text    MESSAGE_Y_HALVES,"YOUR TURN"
str_thinking    text    MESSAGE_Y_HALVES,"THINKING"
str_full        text    MESSAGE_Y_HALVES,"FULL"
str_pause       text    MESSAGE_Y_HALVES,"PAUSE"
str_pause_hint  text    MESSAGE_Y_HALVES,"1 ON  2 MENU"
str_wins_1      text    MESSAGE_Y_HALVES,"ONE WINS"
str_wins_2      text    MESSAGE_Y_HALVES,"TWO WINS"
str_you_win     text    MESSAGE_Y_HALVES,"YOU WIN"
str_you_lose    text    MESSAGE_Y_HALVES,"CPU WINS"
str_tie         text    MESSAGE_Y_HALVES,"TIE GAME"
str_again       text    MESSAGE_Y_HALVES,"4 AGAIN"
str_menu_hint   text    MESSAGE_Y_HALVES,"1 MENU"
str_score_1     text    MESSAGE_Y_HALVES,"ONE 00"
str_score_2     text    MESSAGE_Y_HALVES,"TWO 00"
str_score_you   text    MESSAGE_Y_HALVES,"YOU 00"
str_score_cpu   text    MESSAGE_Y_HALVES,"CPU 00"
SCORE_TEXT_BYTES equ    *-str_score_cpu
SCORE_FIGURES   equ     2+4             ; where the figures stand in each

; win_draw: draw the winning four, and by turns a line through them
;   in       game_state 2 or 3, win_cells, frame_counter, DP = $D0
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
                lda     frame_counter
                bita    #BLINK
                beq     .bright
                lda     #LIGHT_O
                bra     .light
.bright         lda     #LIGHT_WIN
                jsr     Intensity_a
                bsr     win_line_draw
                lda     #LIGHT_WIN
.light          jsr     Intensity_a
                ldu     #v_list_win
                lda     game_state
                cmpa    #STATE_WON_X
                lbne    o_list_draw
                jmp     x_list_draw

WIN_P           equ     (LINE_LENGTH-1)*CELL_P  ; the line through the winning four
WIN_CYCLES      equ     106
WIN_SPEED_DAC   equ     WIN_P/WIN_CYCLES
                assert  8*(WIN_P-WIN_SPEED_DAC*WIN_CYCLES) < BOARD_SCALE, "an eighth of a unit"

; win_line_draw: draw a line from the first of the winning four to the last
;   in       win_cells, DP = $D0
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
.draw           ldd     ,x
                sta     <VIA_port_a
                clr     <VIA_port_b
                lda     #WIN_CYCLES-RAMP_EXTRA
                sta     <VIA_t1_cnt_lo
                lda     #1
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
