; play.asm: a game's start, and a human's turn
;
; what:     what sticks and buttons do while a human chooses
; DP:       $D0
; RAM:      the cells of reversi.asm named in each contract

; game_start: begin a game with the present settings
;   in       game_mode, skill, first_player; v_match, v_match_won, v_starter
;   out      after a match v_match_won, v_starter
;   changes  A B X CC           keeps  Y U DP S
;   stack    6
game_start      jsr     match_over
                bne     .match
                bsr     match_begin
.match          bsr     board_leave
                lda     #EVENT_START
                jsr     sound_event_play
                lda     #PHASE_SETUP
                sta     v_phase
                lda     #STATE_FLIP     ; there is nothing to turn
                jmp     state_enter

; match_begin: begin a match; a single game, too, is one
;   in       first_player
;   out      v_match_won, v_starter
;   changes  A CC               keeps  B X Y U DP S
;   stack    2
match_begin     clr     v_match_won
                clr     v_match_won+1
                lda     first_player
                sta     v_starter
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

; board_leave: leave the game as it stands; nothing is shown for a frame
;   in       none
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   stack    4
board_leave     clr     v_hinting
                clr     v_turned
                clr     v_flip_at
                clra
                jsr     message_show
                jsr     cells_clear
                clr     v_stale
                clr     v_status_stale
                rts

; game_setup: the second part of it, in the next frame
;   in       v_starter
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   stack    6
game_setup      jsr     board_begin
                clr     last_move
                clr     hint_move
                lda     #4
                sta     cursor_row
                sta     cursor_col
                lda     v_starter
                sta     current_player
                jsr     sticks_begin
                lda     #STALE_PICTURE
                sta     v_stale
                sta     v_status_stale
; falls into turn_find

; turn_find: look for the moves of current_player, half a row a frame
;   in       none
;   out      none
;   changes  A CC               keeps  B X Y U DP S
;   stack    4
turn_find       lda     #PHASE_FIND
                sta     v_phase
                jmp     find_begin

; sticks_read: read the sticks' X in one frame and their Y in the next, which takes half the time
;   in       frame_counter, the mux flags of the sticks that are read
;   out      the sticks; the mux flags as they were
;   changes  A B X CC           keeps  Y U DP S
;   stack    8
sticks_read     ldd     Vec_Joy_Mux_2_X
                pshs    d
                ldd     Vec_Joy_Mux_1_X
                pshs    d
                ldx     #Vec_Joy_Mux_1_X
                lda     frame_counter
                anda    #1
                leax    a,x
                clr     ,x
                clr     2,x
                jsr     Joy_Digital
                puls    d
                std     Vec_Joy_Mux_1_X
                puls    d
                std     Vec_Joy_Mux_2_X
                rts

; sticks_begin: read the sticks that the mode needs; those held now wait for a rest
;   in       game_mode
;   out      none
;   changes  A CC               keeps  B X Y U DP S
;   stack    4
sticks_begin    lda     #READ_1_X
                sta     Vec_Joy_Mux_1_X
                lda     #READ_1_Y
                sta     Vec_Joy_Mux_1_Y
                clr     Vec_Joy_Mux_2_X
                clr     Vec_Joy_Mux_2_Y
                lda     game_mode
                beq     sticks_rest
                lda     #READ_2_X
                sta     Vec_Joy_Mux_2_X
                lda     #READ_2_Y
                sta     Vec_Joy_Mux_2_Y
; falls into sticks_rest

; sticks_rest: let sticks that are held count only after a rest
;   in       the sticks as read last
;   out      none
;   changes  A CC               keeps  B X Y U DP S
;   stack    4
sticks_rest     lda     Vec_Joy_1_Y
                beq     .first
                lda     #STICK_WAIT
.first          sta     v_stick_1y
                lda     Vec_Joy_2_Y
                beq     .second
                lda     #STICK_WAIT
.second         sta     v_stick_2y
                jmp     sticks_wait

; ---- A human's turn --------------------------------------------------------------------

; human_frame: the player moves the cursor and places a disc
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    24
human_frame     inc     Vec_Random_Seed+1       ; when the player moves decides the computer's luck
                jsr     pause_pressed
                bne     .paused
                lda     Vec_Buttons     ; what a press does takes as long as the sticks
                bne     .buttons
                jsr     sticks_read
                ldy     #v_stick_1
                ldu     #Vec_Joy_1_X
                ldx     #v_stick_1y
                bsr     cursor_steer
                jsr     second_plays
                beq     .buttons
                ldy     #v_stick_2
                ldu     #Vec_Joy_2_X
                ldx     #v_stick_2y
                bsr     cursor_steer
.buttons        ldx     #Vec_Button_1_1
                bsr     human_buttons
                jsr     second_plays
                beq     .draw
                lda     game_state
                cmpa    #STATE_HUMAN
                bne     .draw
                ldx     #Vec_Button_2_1
                bsr     human_buttons
.draw           jsr     message_step
                tsta
                bne     .show
                lda     #MESSAGE_TURN   ; a complaint was shown to its end
                jsr     message_show
.show           jmp     screen_draw
.paused         rts

; second_plays: say whether the second controller may be used
;   in       game_mode, current_player, first_player
;   out      Z clear: the second player is to move
;   changes  A CC               keeps  B X Y U DP S
;   stack    2
second_plays    lda     game_mode
                beq     .end
                lda     current_player
                suba    first_player
.end            rts

; cursor_steer: move the cursor; it goes round the edges
;   in       U = a stick's X and Y, Y and X = what stick_step remembers of them
;   out      cursor_row, cursor_col
;   changes  A B X Y U CC       keeps  DP S
;   stack    6
cursor_steer    lda     1,u
                jsr     stick_step      ; up is +1
                beq     .sideways
                nega
                adda    cursor_row
                bsr     wrap
                sta     cursor_row
                bra     .moved          ; a column follows in the next frame
.sideways       lda     ,u
                tfr     y,x
                jsr     stick_step
                beq     .end
                adda    cursor_col
                bsr     wrap
                sta     cursor_col
.moved          lda     v_stale
                cmpa    #STALE_CURSOR
                bhi     .sound
                lda     #STALE_CURSOR
                sta     v_stale
.sound          lda     #EVENT_MOVE
                jmp     sound_event_play
.end            rts

; wrap: bring a row or a column back to the board
;   in       A = 0 to 9
;   out      A = 1 to 8
;   changes  A CC               keeps  B X Y U DP S
;   stack    2
wrap            tsta
                bne     .most
                lda     #BOARD_SIZE
.most           cmpa    #BOARD_SIZE
                bls     .end
                lda     #1
.end            rts

; human_buttons: do what the buttons of a controller ask for
;   in       X = Vec_Button_1_1 or Vec_Button_2_1
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    12
human_buttons   lda     3,x
                bne     .place
                lda     2,x
                bne     .hint
                lda     1,x
                beq     .end
                lda     #MESSAGE_NO_PASS
                bra     .refuse
.hint           lda     #1
                sta     v_hinting
                jmp     think_enter
.place          jsr     cursor_index
                jsr     check_move
                beq     .cross
                jsr     cursor_index
                ldb     #EVENT_PLAYER
                jmp     move_play
.cross          lda     #MESSAGE_CROSS
.refuse         jsr     message_show
                lda     #EVENT_REFUSED
                jmp     sound_event_play
.end            rts
