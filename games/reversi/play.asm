; play.asm: a game from its start to the last move
;
; what:     one routine a frame for each state: a human's move, thinking, flips, pass, pause
; DP:       $D0
; RAM:      the cells of reversi.asm named in each contract

FLIP_FIRST      equ     10              ; frames until the first disc turns
FLIP_FRAMES     equ     7               ; from disc to disc
TURN_FRAMES     equ     5               ; of these it is seen to turn so long
GHOST_FRAMES    equ     8               ; so long the computer weighs a move on the board
WAIT_FRAMES     equ     40              ; it asks for patience so long
AIM_FRAMES      equ     3               ; the computer's cursor steps so often
AIM_REST        equ     12              ; and rests before the disc is placed
PAUSE_COUNT     equ     3               ; resume, new game, menu

; game_start: begin a game with the present settings
;   in       game_mode, skill, first_player
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   stack    6
game_start      clr     v_hinting
                clr     v_turned
                clr     v_flip_at
                clra
                jsr     message_show
                lda     #EVENT_START
                jsr     sound_event_play
                jsr     cells_clear     ; nothing is shown for a frame
                clr     v_stale
                clr     v_status_stale
                lda     #PHASE_SETUP
                sta     v_phase
                lda     #STATE_FLIP     ; there is nothing to turn
                jmp     state_enter

; game_setup: the second part of it, in the next frame
;   in       first_player
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   stack    6
game_setup      jsr     board_begin
                clr     last_move
                clr     hint_move
                lda     #4
                sta     cursor_row
                sta     cursor_col
                lda     first_player
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
human_frame     jsr     pause_pressed
                bne     .paused
                jsr     Joy_Digital
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
                bsr     .moved
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

; pause_pressed: pause if somebody wants to
;   in       the buttons
;   out      Z clear: so it is, and the frame is drawn
;   changes  A B X Y U CC       keeps  DP S
;   stack    12
pause_pressed   lda     Vec_Button_1_1
                ora     Vec_Button_2_1
                beq     .end
                ldb     game_state
                stb     v_paused_state
                clr     v_pause_item
                lda     #EVENT_PAUSE
                jsr     sound_event_play
                jsr     sticks_rest
                lda     #STATE_PAUSE
                jsr     state_enter
                inc     v_status_stale
                jsr     screen_draw
                lda     #1
.end            rts

                bss
v_paused_state  rmb     1
                code

; ---- A move ----------------------------------------------------------------------------

; move_play: play a legal move; its discs turn from the next frame on
;   in       A = board index, B = the event to be heard; current_player
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    10
move_play       sta     v_move
                tfr     b,a
                jsr     sound_event_play
                clr     hint_move
                clr     v_flip_at
                clr     v_turned
                clr     flip_count
                lda     #PHASE_PLACE
                sta     v_phase
                lda     #FLIP_FIRST
                sta     v_timer
                clra
                jsr     message_show
                lda     #STATE_FLIP
                jmp     state_enter

; flip_frame: turn the discs one after the other, then find who is to move and what may be played
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    24
flip_frame      jsr     attract_check
                lbne    .end
                lda     v_phase
                beq     .flip
                cmpa    #PHASE_FIND_OTHER
                lbls    .find
                cmpa    #PHASE_COUNT
                beq     .count
                bhi     .setup
                lda     v_move
                jsr     move_make       ; PHASE_PLACE
                inc     v_phase
                bra     .draw
.setup          jsr     game_setup
                bra     .draw
.count          jsr     discs_update
                lda     #PHASE_FLIP
                sta     v_phase
                lda     #STALE_PICTURE
                sta     v_stale
                bra     .draw
.flip           jsr     pause_pressed
                lbne    .end
                jsr     Joy_Digital     ; who holds a stick now holds it from before
                dec     v_timer
                bne     .flash
                lda     v_flip_at
                cmpa    v_turned
                beq     .turned
                inc     v_flip_at
                inc     v_status_stale
                jsr     flip_show
                lda     #FLIP_FRAMES
                sta     v_timer
                jsr     flip_sound
                bra     .draw
.turned         clr     v_turned        ; all discs have turned: the other one's turn
                clr     v_flip_at
                lda     current_player
                eora    #OTHER
                sta     current_player
                jsr     turn_find
                bra     .draw
.flash          lda     v_timer
                cmpa    #TURN_FRAMES
                bhi     .draw
                lda     v_flip_at
                cmpa    v_turned
                beq     .draw
                ldx     #v_flips
                lda     a,x
                jsr     cell_of
                ldb     v_timer         ; TURN_FRAMES to 1: from the old colour to the new one
                aslb
                addb    #CELL_WHITE_OBLIQUE-2
                lda     current_player
                cmpa    #BLACK
                bne     .turn
                negb
                addb    #CELL_WHITE_OBLIQUE+CELL_BLACK_OBLIQUE
.turn           stb     ,u
.draw           jmp     screen_draw
.find           jsr     find_row
                lda     v_find_at
                cmpa    #2*BOARD_SIZE
                blo     .draw
                jsr     turn_found
                jmp     screen_draw
.end            rts

; flip_show: show the disc that has turned
;   in       v_flip_at = its number, from 1 on; current_player
;   out      v_cells
;   changes  A B X U CC         keeps  Y DP S
;   stack    6
flip_show       ldb     v_flip_at
                decb
                ldx     #v_flips
                lda     b,x
                jsr     cell_of
                lda     current_player
                deca
                asla
                sta     ,u
                rts

; flip_sound: let a turning disc sound, three semitones above the one before
;   in       v_flip_at = its number, from 1 on
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   stack    4
flip_sound      lda     v_flip_at
                ldb     #3
                mul
                addb    #NOTE_C4
; falls into disc_sound

; disc_sound: let a disc sound
;   in       B = note; one too high becomes the highest
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   stack    4
disc_sound      cmpb    #NOTE_LAST
                bls     .note
                ldb     #NOTE_LAST
.note           ldx     #envelope_tick
                stx     v_flip_tune
                ldx     #vibrato_none
                stx     v_flip_tune+2
                lda     #FLIP_FRAMES-1
                stb     v_flip_tune+4
                sta     v_flip_tune+5
                stb     v_flip_tune+6
                lda     #TUNE_END
                sta     v_flip_tune+7
                lda     #EVENT_FLIP
                sta     sound_event
                ldx     #v_flip_tune
                jmp     sound_play

NOTE_LAST       equ     62

; turn_found: the moves of a player are known: a move, a pass, or the end
;   in       legal_count, v_phase, current_player
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    10
turn_found      lda     legal_count
                bne     .some
                lda     v_phase
                cmpa    #PHASE_FIND
                bne     .stuck
                lda     #PHASE_FIND_OTHER
                sta     v_phase
                lda     current_player
                eora    #OTHER
                sta     current_player
                jmp     find_begin
.stuck          lda     current_player  ; neither can move
                eora    #OTHER
                sta     current_player
                jmp     over_enter
.some           lda     v_phase
                cmpa    #PHASE_FIND
                beq     turn_begin
                lda     current_player  ; only the other one can
                eora    #OTHER
                sta     current_player
                clr     legal_count
                lda     #PASS_FRAMES
                sta     v_timer
                lda     #MESSAGE_PASS
                jsr     message_show
                lda     #EVENT_PASS
                jsr     sound_event_play
                jsr     sticks_rest
                lda     #STATE_PASS
                jmp     state_enter

; turn_begin: the player to move may choose, be it the computer
;   in       current_player, game_mode, human_side
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    10
turn_begin      jsr     is_human
                bne     think_enter
                jsr     sticks_rest
                lda     #MESSAGE_TURN
                jsr     message_show
                lda     #STALE_PICTURE
                sta     v_stale
                lda     #STATE_HUMAN
                jmp     state_enter

; is_human: say who is to move
;   in       current_player, game_mode, human_side, v_attract
;   out      Z set: a human
;   changes  A CC               keeps  B X Y U DP S
;   stack    2
is_human        lda     v_attract
                bne     .end
                lda     game_mode
                cmpa    #MODE_TWO
                beq     .end
                lda     current_player
                cmpa    human_side
.end            rts

; think_enter: let the computer look for a move, or for a hint
;   in       v_hinting, current_player
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    10
think_enter     lda     #PHASE_THINK
                sta     v_phase
                lda     #MESSAGE_THINKING
                jsr     message_show
                lda     #STALE_PICTURE
                sta     v_stale
                clr     v_ghost
                clr     v_ghost_at
                lda     #GHOST_FRAMES
                sta     v_timer
                lda     #STATE_THINK
                jsr     state_enter
                jmp     think_start

; ghost_step: let a disc wander over the moves that are weighed, with a soft tick on every second
;   in       legal_moves, current_player, v_stale: not while the picture is made
;   out      v_ghost, v_ghost_at, v_timer, v_cells
;   changes  A B X U CC         keeps  Y DP S
;   stack    6
ghost_step      lda     v_stale
                bne     .end
                dec     v_timer
                bne     .end
                lda     #GHOST_FRAMES
                sta     v_timer
                bsr     ghost_clear
                lda     v_ghost_at
                inca
                cmpa    legal_count
                blo     .next
                clra
.next           sta     v_ghost_at
                ldx     #legal_moves
                lda     a,x
                sta     v_ghost
                jsr     cell_of
                lda     current_player
                deca
                asla
                adda    #CELL_WHITE_TURNS-CELL_WHITE
                sta     ,u
                lda     v_ghost_at
                bita    #1
                bne     .end
                ldx     #tune_think
                jmp     sound_play
.end            rts

; ghost_clear: take the wandering disc away
;   in       v_ghost
;   out      v_ghost = 0, v_cells
;   changes  A U CC             keeps  B X Y DP S
;   stack    4
ghost_clear     lda     v_ghost
                beq     .end
                jsr     cell_of
                clr     ,u
                clr     v_ghost
.end            rts

; press_heard: say that a press was heard, and that it has to wait
;   in       the buttons as read last
;   out      v_part, v_part_timer, v_status_stale
;   changes  A X CC             keeps  B Y U DP S
;   stack    4
press_heard     lda     Vec_Buttons
                bne     .pressed
                lda     v_part
                beq     .end
                dec     v_part_timer
                bne     .end
                clra
                bra     .show
.pressed        lda     #EVENT_EDGE
                jsr     sound_event_play
                lda     #WAIT_FRAMES
                sta     v_part_timer
                lda     #1
.show           sta     v_part
                inc     v_status_stale
.end            rts

                bss
v_ghost         rmb     1               ; the square of the wandering disc, or 0
v_ghost_at      rmb     1               ; its place among the legal moves
                code

; think_frame: one frame of the computer's move
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    24
think_frame     jsr     attract_check
                bne     .end
                jsr     pause_pressed
                bne     .end
                lda     v_phase
                bne     .aim
                lda     v_attract
                bne     .weigh
                jsr     press_heard
.weigh          jsr     ghost_step
                jsr     screen_draw
                lda     v_think_done
                lbeq    think_some
                jsr     ghost_clear
                lda     #PHASE_AIM
                sta     v_phase
                lda     #AIM_FRAMES
                sta     v_timer
.end            rts
.aim            jsr     Joy_Digital     ; who holds a stick now holds it from before
                dec     v_timer
                bne     .draw
                bsr     aim_step
                bne     .more
                lda     v_phase
                cmpa    #PHASE_REST
                beq     .play
                inc     v_phase         ; PHASE_REST
                lda     #AIM_REST
                sta     v_timer
                bra     .draw
.more           lda     #AIM_FRAMES
                sta     v_timer
                lda     #STALE_CURSOR
                sta     v_stale
.draw           jmp     screen_draw
.play           lda     v_hinting
                bne     .hint
                lda     v_think_best
                ldb     #EVENT_COMPUTER
                jsr     move_play
                jmp     screen_draw
.hint           clr     v_hinting
                lda     v_think_best
                sta     hint_move
                lda     #EVENT_HINT
                jsr     sound_event_play
                jsr     turn_begin
                jmp     screen_draw

; aim_step: move the cursor a square nearer to the move found
;   in       v_think_best
;   out      Z set: it is there
;   changes  A B CC             keeps  X Y U DP S
;   stack    2
aim_step        lda     v_think_best
                ldb     #-1
.row            incb
                suba    #BOARD_STEP
                bhs     .row
                adda    #BOARD_STEP     ; A = column, B = row
                cmpb    cursor_row
                beq     .column
                bhi     .down
                dec     cursor_row
                bra     .moved
.down           inc     cursor_row
                bra     .moved
.column         cmpa    cursor_col
                beq     .end
                bhi     .right
                dec     cursor_col
                bra     .moved
.right          inc     cursor_col
.moved          lda     #1
.end            rts

; ---- Pass, pause -----------------------------------------------------------------------

; pass_frame: the player to move has no move
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    24
pass_frame      jsr     attract_check
                bne     .end
                jsr     pause_pressed
                bne     .end
                jsr     Joy_Digital
                jsr     message_step
                jsr     is_human
                bne     .computer
                lda     Vec_Button_1_2
                ldb     game_mode
                beq     .press
                ora     Vec_Button_2_2
.press          tsta
                bne     .pass
                bra     .draw
.computer       dec     v_timer
                bne     .draw
.pass           inc     pass_count
                lda     current_player
                eora    #OTHER
                sta     current_player
                clra
                jsr     message_show
                lda     #STATE_FLIP
                jsr     state_enter
                jsr     turn_find
.draw           jmp     screen_draw
.end            rts

; pause_frame: resume, new game, menu
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    24
pause_frame     lda     Vec_Button_1_1
                ora     Vec_Button_2_1
                bne     .resume
                jsr     Joy_Digital
                lda     Vec_Joy_1_Y
                ldx     #v_stick_1y
                jsr     stick_step
                nega
                beq     .buttons
                adda    v_pause_item
                cmpa    #PAUSE_COUNT-1
                bhi     .buttons        ; also below 0
                sta     v_pause_item
                inc     v_status_stale
                lda     #EVENT_MOVE
                jsr     sound_event_play
.buttons        lda     Vec_Button_1_4
                ora     Vec_Button_2_4
                beq     .draw
                lda     v_pause_item
                beq     .resume
                deca
                lbne    menu_enter
                jsr     game_start
                bra     .draw
.resume         lda     v_paused_state
                jsr     state_enter
                jsr     sticks_rest
                inc     v_status_stale
                lda     #EVENT_PAUSE
                jsr     sound_event_play
.draw           jmp     screen_draw

; ---- The picture -----------------------------------------------------------------------

; screen_draw: draw everything
;   in       v_stale: what it shows has changed; DP = $D0
;   out      v_stale = 0
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 29500           vectors <= 60
;   stack    12
screen_draw     lda     v_attract
                beq     .picture
                lda     game_state
                cmpa    #STATE_OVER
                beq     .picture
                jsr     message_step    ; title, rules and buttons take turns
.picture        lda     v_stale
                beq     .status
                dec     v_stale
                deca
                asla
                ldx     #tbl_stages
                jsr     [a,x]
                bra     .draw
.status         lda     v_status_stale
                beq     .draw
                clr     v_status_stale
                jsr     status_make
                lda     game_state
                cmpa    #STATE_PAUSE
                bne     .draw
                jsr     pause_text
.draw           jsr     board_draw
                jsr     last_draw
                jsr     cursor_seen
                beq     .text
                jsr     cursor_draw
.text           jsr     headline_seen
                bne     .status_line
                lda     #HEADLINE_TOP
                ldu     #v_headline
                jsr     wide_draw
.status_line    jmp     status_draw

; cursor_seen: say whether there is a cursor
;   in       game_state, v_phase, v_stale
;   out      Z clear: there is
;   changes  A CC               keeps  B X Y U DP S
;   stack    2
cursor_seen     lda     v_stale         ; not while a turn's picture is made
                cmpa    #STALE_CURSOR
                bhi     .no
                lda     game_state
                cmpa    #STATE_HUMAN
                beq     .yes
                cmpa    #STATE_THINK
                bne     .no
                lda     v_phase         ; the computer shows where it will play
                rts
.yes            lda     #1
                rts
.no             clra
                rts

tbl_stages      fdb     stage_turns
                fdb     stage_cursor
                fdb     stage_dots
                fdb     picture_make

; stage_dots, stage_cursor, stage_turns: what is added to the discs, a frame each
;   in       game_state, v_phase
;   out      v_cells
;   changes  A B X Y U CC       keeps  DP S
;   stack    10
stage_dots      lda     game_state
                cmpa    #STATE_HUMAN
                lbeq    picture_dots
                rts

stage_cursor    lda     game_state
                cmpa    #STATE_HUMAN
                lbeq    cursor_show
                cmpa    #STATE_THINK
                bne     .end
                lda     v_phase
                lbne    cursor_show
.end            rts

stage_turns     lda     game_state
                cmpa    #STATE_HUMAN
                bne     .end
                lda     flip_count
                beq     .end
                jsr     cursor_index
                jmp     turns_mark
.end            rts

; pause_text: write what the pause offers
;   in       v_pause_item
;   out      v_status
;   changes  A B X U CC         keeps  Y DP S
;   stack    2
pause_text      lda     v_pause_item
                ldb     #PART_LENGTH
                mul
                ldx     #str_resume
                abx
                ldu     #v_status+STATUS_PART
                ldb     #PART_LENGTH
.letter         lda     ,x+
                sta     ,u+
                decb
                bne     .letter
                rts
