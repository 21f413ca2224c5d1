; play.asm: a game from its start to its end
;
; what:     one routine a frame for each state and phase: choosing, falling, thinking, aiming,
;           pause, end
; DP:       $D0
; RAM:      the cells of connect4.asm named in each contract

; turn_begin: a player chooses; a stick that is held from before counts only after a rest
;   in       Vec_Joy_1_X, Vec_Joy_2_X: the sticks as read last
;   out      v_phase
;   changes  A CC               keeps  B X Y U DP S
;   stack    2
turn_begin      clr     v_phase
                jmp     sticks_wait

; player_begin: the turn of the player to move begins, be it the computer
;   in       current_player, game_mode, the sticks as read last
;   out      v_phase
;   changes  A CC               keeps  B X Y U DP S
;   stack    14
player_begin    bsr     turn_begin
                lda     v_attract
                bne     .think
                lda     game_mode
                beq     .end
                lda     current_player
                cmpa    #PLAYER_O
                bne     .end
.think          lda     #PHASE_THINK
                sta     v_phase
                pshs    b,x,u
                jsr     think_start
                puls    b,x,u
.end            rts

; game_start: empty the board
;   in       game_mode, cpu_level, v_starter: who begins
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   stack    4
game_start      clr     v_result
                jsr     match_over
                bne     .match
                jsr     match_begin
.match
                clr     v_hinting
                ldx     #game_board
                ldb     #CELL_COUNT-1
                jsr     Clear_x_b
                clr     move_count
                clr     last_row
                clr     last_col
                clr     v_refused
                lda     v_starter
                sta     current_player
                lda     #COLUMN_COUNT/2
                sta     cursor_col
                lda     #$FF
                sta     v_fall_index
                ldd     #READ_1_X<<8    ; only sideways from here on
                std     Vec_Joy_Mux_1_X
                lda     game_mode
                bne     .one
                lda     #READ_2_X
                sta     Vec_Joy_Mux_2_X
.one            jsr     player_begin
                lda     #EVENT_START
                jsr     sound_event_play
                lda     #STATE_PLAYING
                jmp     state_enter

; playing_frame: one frame of the game
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    24
playing_frame   jsr     attract_left
                lbne    menu_begin
                lda     Vec_Button_1_1
                ora     Vec_Button_2_1
                beq     .play
                lda     #EVENT_PAUSE
                jsr     sound_event_play
                lda     #STATE_PAUSE
                jsr     state_enter
                jmp     pause_draw
.play           lda     v_refused
                beq     .phase
                dec     v_refused
.phase          lda     v_phase
                asla
                ldx     #tbl_phases
                jmp     [a,x]

tbl_phases      fdb     choose_frame
                fdb     fall_frame
                fdb     think_frame
                fdb     aim_frame

; choose_frame: a player moves the cursor and drops
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    22
choose_frame    inc     Vec_Random_Seed+1       ; when the player moves decides the computer's luck
                jsr     Joy_Digital
                lda     Vec_Joy_1_X
                ldx     #v_stick_1
                jsr     stick_step
                bne     .step
                ldb     current_player
                cmpb    #PLAYER_O
                bne     .buttons
                lda     Vec_Joy_2_X     ; player 2 may take either controller
                ldx     #v_stick_2
                jsr     stick_step
                beq     .buttons
.step           clr     v_refused
                adda    cursor_col
                cmpa    #COLUMN_COUNT
                bhs     .edge           ; also below 0
                sta     cursor_col
                lda     #EVENT_MOVE
                bra     .sound
.edge           lda     #EVENT_EDGE
.sound          jsr     sound_event_play
.buttons        lda     Vec_Button_1_3
                ldb     current_player
                cmpb    #PLAYER_O
                bne     .hint
                ora     Vec_Button_2_3
.hint           tsta
                bne     hint_begin
                lda     game_mode
                beq     .drop
                lda     Vec_Button_1_2
                bne     move_undo
.drop           lda     Vec_Button_1_4
                cmpb    #PLAYER_O
                bne     .press
                ora     Vec_Button_2_4
.press          tsta
                beq     .draw
                jsr     token_release
                lda     v_phase
                lbne    fall_draw
.draw           jsr     board_draw
                jsr     cursor_draw
                jsr     last_draw
                jmp     status_draw

; hint_begin: let the search look for the player's move; the cursor goes to the column found
;   in       game_board, current_player, DP = $D0
;   out      v_hinting, v_phase
;   changes  A B X Y U CC       keeps  DP S
;   stack    12
hint_begin      lda     #1
                sta     v_hinting
                lda     #PHASE_THINK
                sta     v_phase
                jsr     think_start
                lda     #THINK_MOST-HINT_MOST
                sta     v_think_frames
                jsr     board_draw
                jsr     cursor_draw
                jmp     status_draw

; move_undo: take back the player's last move and the computer's answer
;   in       move_count, v_moves, game_board, DP = $D0
;   out      cursor_col: where the player's token was; last_row, last_col: of the move before
;   changes  A B X Y U CC       keeps  DP S
;   stack    10
move_undo       clr     v_refused
                lda     #EVENT_EDGE
                ldb     move_count
                cmpb    #2
                blo     .sound
                bsr     .take
                bsr     .take
                stb     cursor_col
                lda     move_count
                beq     .undone
                ldx     #v_moves-1
                ldb     a,x
                stb     last_col
                bsr     column_top
                sta     last_row
.undone         lda     #EVENT_UNDO
.sound          jsr     sound_event_play
                jsr     board_draw
                jsr     cursor_draw
                jmp     status_draw
.take           dec     move_count
                lda     move_count
                ldx     #v_moves
                ldb     a,x
                bsr     column_top
                clr     ,x
                rts

; column_top: find the highest token of a column
;   in       B = column, game_board
;   out      A = its row, X = its cell; the lowest of an empty column
;   changes  A X CC             keeps  B Y U DP S
;   cycles   <= 140
;   stack    2
column_top      ldx     #game_board+(ROW_COUNT-1)*COLUMN_COUNT
                abx
                lda     #ROW_COUNT-1
.look           tst     ,x
                bne     .found
                leax    -COLUMN_COUNT,x
                deca
                bne     .look
.found          rts

; token_release: drop the current player's token in the cursor's column and let it fall
;   in       cursor_col, current_player
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    10
token_release   lda     current_player
                sta     v_fall_type
                jsr     drop_token_validated
                tsta
                beq     .falls
                lda     #REFUSED_FRAMES
                sta     v_refused
                lda     #EVENT_REFUSED
                jmp     sound_event_play
.falls          ldx     #v_moves-1
                ldb     move_count
                abx
                lda     last_col
                sta     ,x
                clr     v_fall_won
                clr     v_refused
                ldx     #tbl_directions
                stx     v_fall_look
                lda     last_row
                ldb     #COLUMN_COUNT
                mul
                addb    last_col
                stb     v_fall_index
                ldx     #row_y_table
                ldb     last_row
                lda     b,x
                sta     v_fall_end
                ldd     #FALL_START_UNITS*256
                std     v_fall_y
                ldd     #0
                std     v_fall_speed
                lda     #PHASE_FALL
                sta     v_phase
                lda     #EVENT_FALL
                jmp     sound_event_play

; fall_frame: let the token fall; when it lands, see how the game stands
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    22
fall_frame      ldy     v_fall_look     ; one direction a frame: it shares the time of
                cmpy    #tbl_directions_end     ; the fall
                beq     .looked
                jsr     check_direction
                ora     v_fall_won
                sta     v_fall_won
                beq     .more
                ldy     #tbl_directions_end-2
.more           leay    2,y
                sty     v_fall_look
.looked         ldd     v_fall_speed
                addd    #GRAVITY
                std     v_fall_speed
                ldd     v_fall_y
                subd    v_fall_speed
                bvs     .lands
                std     v_fall_y
                cmpa    v_fall_end
                ble     .lands
                ldx     v_fall_look
                cmpx    #tbl_directions_end
                bne     .draw
                jsr     Joy_Digital     ; who holds a stick now holds it from before
                bra     .draw
.lands          ldx     v_fall_look
                cmpx    #tbl_directions_end
                bne     .draw
                lda     #$FF
                sta     v_fall_index
                lda     v_fall_won
                bne     .won
                lda     move_count
                cmpa    #CELL_COUNT
                beq     .tie
                jsr     player_begin
                lda     #EVENT_DROP
                jsr     sound_event_play
.draw           bra     fall_draw
.tie            lda     v_starter       ; the other one begins
                eora    #PLAYER_X^PLAYER_O
                sta     v_starter
                lda     #EVENT_TIE
                ldb     #STATE_TIE
                bra     .over
.won            jsr     shown_make
                lda     v_fall_type
                jsr     score_count
                lda     #EVENT_WIN
                ldb     v_fall_type
                cmpb    #PLAYER_O
                bne     .state
                tst     game_mode
                beq     .state
                lda     #EVENT_LOSE
.state          addb    #STATE_WON_X-PLAYER_X
.over           jsr     melody_event_play
                tfr     b,a
                jsr     state_enter
                jmp     over_draw

; fall_draw: draw the board and the token that falls
;   in       v_fall_index, DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    10
fall_draw       jsr     board_draw
                lda     v_fall_index
                inca
                beq     .text           ; it has landed
                jsr     falling_draw
.text           lda     v_attract       ; what the game is about, while there is time
                beq     .end
                lda     move_count
                cmpa    #TEXT_TOKENS
                lblo    status_draw
.end            rts

; shown_make: copy the board without the winning four
;   in       game_board, win_cells
;   out      v_shown
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 700
;   stack    2
shown_make      ldx     #game_board
                ldu     #v_shown
.cells          ldd     ,x++
                std     ,u++
                cmpx    #game_board+CELL_COUNT
                bne     .cells
                ldx     #win_cells
                ldu     #v_shown
.cell           lda     ,x+
                clr     a,u
                cmpx    #win_cells+LINE_LENGTH
                bne     .cell
                rts

; score_count: count a game; its loser begins the next one
;   in       A = winner, game_mode, cpu_level, v_attract: it does not count
;   out      v_scores, v_match_won, v_starter
;   changes  A B X CC           keeps  Y U DP S
;   stack    4
score_count     ldb     v_attract
                bne     .end
                pshs    a
                eora    #PLAYER_X^PLAYER_O
                sta     v_starter
                puls    a
                tfr     a,b
                decb
                ldx     #v_match_won
                abx
                inc     ,x
                bsr     scores_find
                suba    #PLAYER_X
                leax    a,x
                lda     ,x
                inca
                cmpa    #SCORE_MOST_SHOWN
                bhi     .end
                sta     ,x
.end            rts

; scores_find: find the score of two players, or of the computer's level
;   in       game_mode, cpu_level
;   out      X = what X and O have won
;   changes  B X CC             keeps  A Y U DP S
;   stack    2
scores_find     ldx     #v_scores
                ldb     game_mode
                beq     .end
                ldb     cpu_level
                incb
                aslb
                abx
.end            rts

; match_begin: begin a match
;   in       none
;   out      v_match_won
;   changes  CC                 keeps  A B X Y U DP S
;   stack    2
match_begin     clr     v_match_won
                clr     v_match_won+1
                rts

; match_over: return whether a side has won the match
;   in       v_match, v_match_won
;   out      Z set: so it is
;   changes  A CC               keeps  B X Y U DP S
;   stack    2
match_over      lda     v_match
                inca
                cmpa    v_match_won
                beq     .end
                cmpa    v_match_won+1
.end            rts

GRAVITY         equ     $0050           ; units a frame gained in a frame, 8.8

; think_frame: draw, and spend what is left of the frame on the search; button 4 ends it
;   in       the buttons, DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    22
think_frame     jsr     board_draw
                jsr     cursor_draw
                lda     move_count
                cmpa    #TEXT_TOKENS
                blo     .text
                lda     v_think_frames
                bita    #THINK_NO_TEXT
                bne     .think
.text           jsr     status_draw
.think          lda     Vec_Button_1_4  ; the best column so far is to be played
                ora     Vec_Button_2_4
                beq     .search
                lda     v_think_frames
                cmpa    #THINK_LEAST    ; before, 4 may still mean the player's own token
                blo     .search
                inc     v_think_done
.search         jsr     think_some
                lda     v_think_done
                beq     .end
                lda     #PHASE_AIM
                sta     v_phase
                lda     #AIM_FRAMES
                sta     v_aim_timer
.end            rts

; aim_frame: move the cursor to the computer's column and drop there
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    22
aim_frame       dec     v_aim_timer
                bne     .draw
                lda     #AIM_FRAMES
                sta     v_aim_timer
                lda     cursor_col
                cmpa    v_think_best
                beq     .there
                blo     .right
                deca
                bra     .step
.right          inca
.step           sta     cursor_col
                lda     #EVENT_MOVE
                jsr     sound_event_play
                bra     .draw
.there          lda     v_hinting
                bne     .hint
                jsr     token_release
                bra     .draw
.hint           clr     v_hinting
                jsr     turn_begin
.draw           jsr     board_draw
                jsr     cursor_draw
                lda     v_attract
                lbne    status_draw
                rts

; ---- Pause and end ---------------------------------------------------------------------

; pause_frame: wait for button 1 to go on, or 2 for the menu
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    22
pause_frame     bsr     pause_draw
                lda     Vec_Button_1_2
                ora     Vec_Button_2_2
                lbne    menu_begin
                lda     Vec_Button_1_1
                ora     Vec_Button_2_1
                beq     .end
                lda     #EVENT_PAUSE
                jsr     sound_event_play
                lda     #STATE_PLAYING
                jmp     state_enter
.end            rts

; pause_draw: draw the game as it stands, and what the buttons do
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    12
pause_draw      jsr     board_draw
                lda     v_fall_index
                inca
                beq     .cursor
                jsr     falling_draw
                bra     .text
.cursor         jsr     cursor_draw
.text           lda     #PAUSE_TEXTS
                jsr     hint_turn
                asla
                ldx     #tbl_pause
                ldu     a,x
                jmp     text_draw

PAUSE_TEXTS     equ     3

; over_frame: the end of a game; again, or to the menu
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    22
over_frame      bsr     over_draw
                jsr     attract_left
                lbne    menu_begin
                lda     v_state_frames
                cmpa    #OVER_FRAMES
                blo     .end
                ldb     v_attract
                beq     .buttons
                inca                    ; 255: the demonstration game is over
                lbeq    menu_begin
                rts
.buttons
                lda     Vec_Button_1_4
                ora     Vec_Button_2_4
                lbne    game_start
                lda     Vec_Button_1_1
                ora     Vec_Button_2_1
                lbne    menu_begin
.end            rts

; over_draw: draw the board with the winning four, and how it ended
;   in       game_state 2 to 4, DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    14
over_draw       lda     game_state
                cmpa    #STATE_TIE
                beq     .tie
                ldd     #LIGHT_X_LOST<<8|LIGHT_O_LOST
                jsr     over_board_draw
                jsr     win_draw
                jmp     over_text_draw
.tie            ldd     #LIGHT_X<<8|LIGHT_O
                jsr     over_board_draw
                jmp     over_text_draw
