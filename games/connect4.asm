; connect4.asm: Connect-4 for the Vectrex
;
; what:     four in a row for two players or against the computer, three levels
; range:    $0000-$1FFF, cartridge ROM
; RAM:      $C880-$CB7F
; DP:       $D0 on entry, and everywhere but in the calls that want $C8
; build:    vecx asm games/connect4.asm -I roms/include -o connect4.bin
; sources:  rules and memory map of the Connect-4 reference document; VIA data sheet

                include "vectrex.inc"

; ---- Figures ---------------------------------------------------------------------------
COLUMN_COUNT    equ     7
ROW_COUNT       equ     6
CELL_COUNT      equ     COLUMN_COUNT*ROW_COUNT
LINE_LENGTH     equ     4               ; tokens in a row that win

BOARD_SCALE     equ     198             ; p of one coordinate unit
CELL_SIZE       equ     17              ; coordinate units
TOKEN_RADIUS    equ     6
BOARD_LEFT      equ     -51             ; centre of column 0
BOARD_BOTTOM    equ     -41             ; centre of row 0
CURSOR_Y        equ     61              ; centre of the token above the board

EMPTY           equ     0
PLAYER_X        equ     1
PLAYER_O        equ     2

STATE_MENU      equ     0
STATE_PLAYING   equ     1
STATE_WON_X     equ     2
STATE_WON_O     equ     3
STATE_TIE       equ     4
STATE_PAUSE     equ     5

PHASE_CHOOSE    equ     0               ; a player moves the cursor
PHASE_FALL      equ     1               ; a token is falling
PHASE_THINK     equ     2               ; the computer looks for its move
PHASE_AIM       equ     3               ; the computer moves the cursor there

MODE_TWO        equ     0
MODE_COMPUTER   equ     1
MENU_COUNT      equ     4               ; two players, easy, medium, hard

EVENT_MOVE      equ     1
EVENT_DROP      equ     2
EVENT_REFUSED   equ     3
EVENT_WIN       equ     4
EVENT_TIE       equ     5
EVENT_LOSE      equ     6
EVENT_START     equ     7
EVENT_PAUSE     equ     8
EVENT_EDGE      equ     9
EVENT_FALL      equ     10

OVER_FRAMES     equ     35              ; buttons do nothing so long after the end: 0.7 s

REFUSED_FRAMES  equ     45              ; a refusal is shown so long
FALL_START      equ     CURSOR_Y        ; a token starts to fall there
AIM_FRAMES      equ     3               ; the computer's cursor steps so often

PICTURE_ROW     equ     COLUMN_COUNT+2
PICTURE_BYTES   equ     ROW_COUNT*PICTURE_ROW

; ---- RAM -------------------------------------------------------------------------------
                bss
                org     $C880
cursor_col      rmb     1               ; 0 to 6
current_player  rmb     1               ; 1 = X, 2 = O
last_row        rmb     1               ; the token placed last
last_col        rmb     1
game_state      rmb     1
move_count      rmb     1               ; 0 to 42
temp_row        rmb     1               ; scratch
temp_col        rmb     1
temp_type       rmb     1
temp_index      rmb     1
frame_counter   rmb     1
game_mode       rmb     1               ; 0 two players, 1 against the computer
cpu_level       rmb     1               ; 0 easy, 1 medium, 2 hard
win_cells       rmb     LINE_LENGTH     ; indices of the winning four
sound_event     rmb     1               ; the last sound started
v_phase         rmb     1
v_aim_timer     rmb     1               ; frames until the computer's cursor steps
v_refused       rmb     1               ; frames a refusal is still shown
v_fall_y        rmb     2               ; where the falling token is, 8.8 coordinate units
v_fall_speed    rmb     2               ; units a frame, 8.8
v_fall_end      rmb     1               ; where it lands
v_fall_type     rmb     1
v_fall_won      rmb     1               ; what check_direction said
v_fall_look     rmb     2               ; the direction to look in next
v_fall_index    rmb     1               ; cell not drawn while it falls, or $FF
v_state_frames  rmb     1               ; frames in this state, stops at 255
v_count         rmb     1               ; scratch of the drawing
v_think_frames  rmb     1
v_think_done    rmb     1
v_think_best    rmb     1               ; column of the deepest search finished
v_think_begun   rmb     1               ; steps made towards the search
v_library                               ; the library's variables follow

                org     $C900
game_board      rmb     CELL_COUNT      ; row 0 at the bottom; 0 empty, 1 X, 2 O
                org     $C930
v_picture       rmb     PICTURE_BYTES   ; the board as drawn, $FF after columns 3 and 6
                org     $C978
v_think_border  rmb     16              ; the search's board has a border all round
v_think_board   rmb     ROW_COUNT*8
v_think_top     rmb     16
v_think_height  rmb     COLUMN_COUNT    ; offset of the free cell of each column
v_think_player  rmb     1
v_think_value   rmb     1               ; worth of the position for O
v_think_left    rmb     1               ; plies still to look ahead
v_think_ply     rmb     1
v_think_count   rmb     1               ; tokens on the search's board
v_think_root    rmb     1               ; best column found by this search
v_think_depth   rmb     1
                org     $CA00
v_think_limit   rmb     $180            ; stack of the search
v_think_start
                assert  game_board = $C900, "the board lies where the document says"
                assert  v_think_start <= $CB80, "the game's own stack needs some room"
                org     v_library
                code

; ---- Header ----------------------------------------------------------------------------
                org     0
                fcc     "g GCE 2026"
                fcb     $80
                fdb     tune_win
                fcb     $F8,$50,$20,-$38
                fcc     "CONNECT 4"
                fcb     $80
                fcb     0

; ---- Main loop -------------------------------------------------------------------------
main            jsr     game_reset
                jsr     menu_enter
.frame          jsr     Wait_Recal
                jsr     sound_frame
                jsr     Read_Btns
                lda     game_state
                asla
                ldx     #tbl_states
                jsr     [a,x]
                inc     frame_counter
                lda     v_state_frames
                inca
                beq     .frame
                sta     v_state_frames
                bra     .frame

tbl_states      fdb     menu_frame
                fdb     playing_frame
                fdb     over_frame
                fdb     over_frame
                fdb     over_frame
                fdb     pause_frame

; game_reset: give all variables their first value
;   in       none
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   stack    4
game_reset      ldx     #cursor_col
                ldd     #VARIABLES_END-1-cursor_col
                jsr     Clear_x_d
                lda     #$FF
                sta     v_fall_index
                ldx     #tune_title
                stx     v_tune
                rts

; state_enter: change the state
;   in       A = state
;   out      none
;   changes  CC                 keeps  A B X Y U DP S
;   stack    5
state_enter     sta     game_state
                clr     v_state_frames
                pshs    a
                jsr     hint_start
                puls    a,pc

; ---- Menu ------------------------------------------------------------------------------

; menu_enter: show the title and its menu, start its tune
;   in       none
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   stack    7
menu_enter      lda     #STATE_MENU
                jsr     state_enter
                jsr     menu_begin
                ldx     #tune_title
                jmp     sound_play

; menu_frame: one frame of the menu
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    20
menu_frame      jsr     Random          ; when the player starts decides the computer's luck
                jsr     menu_step
                lda     Vec_Music_Flag  ; the tune begins anew when it, or a tick, has ended
                bne     .playing
                ldx     #tune_title
                jsr     sound_play
.playing        jsr     title_draw
                lda     Vec_Button_1_4
                beq     .end
                lda     v_menu
                beq     .two
                deca
                sta     cpu_level
                lda     #MODE_COMPUTER
.two            sta     game_mode
                jmp     game_start
.end            rts

; turn_begin: a player chooses; a stick that is held from before counts only after a rest
;   in       Vec_Joy_1_X, Vec_Joy_2_X: the sticks as read last
;   out      v_phase
;   changes  A CC               keeps  B X Y U DP S
;   stack    2
turn_begin      clr     v_phase
                jmp     sticks_wait

; ---- Playing ---------------------------------------------------------------------------

; game_start: empty the board, X to move
;   in       game_mode, cpu_level
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   stack    4
game_start      ldx     #game_board
                ldb     #CELL_COUNT-1
                jsr     Clear_x_b
                clr     move_count
                clr     last_row
                clr     last_col
                clr     v_refused
                lda     #PLAYER_X
                sta     current_player
                lda     #COLUMN_COUNT/2
                sta     cursor_col
                lda     #$FF
                sta     v_fall_index
                clr     Vec_Joy_Mux_1_Y ; only sideways from here on
                lda     game_mode
                bne     .one
                lda     #5
                sta     Vec_Joy_Mux_2_X
.one            jsr     turn_begin
                lda     #EVENT_START
                jsr     sound_event_play
                lda     #STATE_PLAYING
                jmp     state_enter

; playing_frame: one frame of the game
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    24
playing_frame   lda     Vec_Button_1_1
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
choose_frame    jsr     Joy_Digital
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
.step           adda    cursor_col
                cmpa    #COLUMN_COUNT
                bhs     .edge           ; also below 0
                sta     cursor_col
                lda     #EVENT_MOVE
                bra     .sound
.edge           lda     #EVENT_EDGE
.sound          jsr     sound_event_play
.buttons        lda     Vec_Button_1_4
                ldb     current_player
                cmpb    #PLAYER_O
                bne     .press
                ora     Vec_Button_2_4
.press          tsta
                beq     .draw
                jsr     token_release
.draw           jsr     board_draw
                jsr     cursor_draw
                jmp     status_draw

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
.falls          clr     v_fall_won
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
                ldd     #FALL_START*256
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
                jsr     turn_begin
                lda     #EVENT_DROP
                jsr     sound_event_play
                lda     v_fall_won
                bne     .won
                lda     move_count
                cmpa    #CELL_COUNT
                beq     .tie
                lda     game_mode
                beq     .draw
                lda     current_player
                cmpa    #PLAYER_O
                bne     .draw
                clr     v_think_begun   ; the search begins in the next two frames
                lda     #PHASE_THINK
                sta     v_phase
.draw           jsr     board_draw
                lda     v_fall_index
                inca
                beq     .still
                jsr     falling_draw
.still          jmp     status_draw
.tie            lda     #EVENT_TIE
                jsr     sound_event_play
                lda     #STATE_TIE
                bra     .over
.won            lda     #EVENT_WIN
                ldb     v_fall_type
                cmpb    #PLAYER_O
                bne     .sound
                tst     game_mode
                beq     .sound
                lda     #EVENT_LOSE
.sound          jsr     sound_event_play
                lda     v_fall_type
                adda    #STATE_WON_X-PLAYER_X
.over           jsr     state_enter
                bra     .draw

GRAVITY         equ     $0050           ; units a frame gained in a frame, 8.8

; think_frame: draw, and spend what is left of the frame on the search
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    22
think_frame     jsr     board_draw
                jsr     cursor_draw
                jsr     status_draw
                lda     v_think_begun
                beq     .copy
                deca
                beq     .ready
                jsr     think_some
                lda     v_think_done
                beq     .end
                lda     #PHASE_AIM
                sta     v_phase
                lda     #AIM_FRAMES
                sta     v_aim_timer
.end            rts
.copy           inc     v_think_begun
                jmp     think_copy
.ready          inc     v_think_begun
                jmp     think_ready

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
.there          jsr     token_release
.draw           jsr     board_draw
                jsr     cursor_draw
                jmp     status_draw

; ---- Pause and end ---------------------------------------------------------------------

; pause_frame: wait for button 1
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    22
pause_frame     lda     Vec_Button_1_1
                ora     Vec_Button_2_1
                beq     pause_draw
                lda     #EVENT_PAUSE
                jsr     sound_event_play
                lda     #STATE_PLAYING
                jsr     state_enter
pause_draw      jsr     board_draw
                lda     v_fall_index
                inca
                beq     .cursor
                jsr     falling_draw
                bra     .text
.cursor         jsr     cursor_draw
.text           ldu     #str_pause
                jmp     text_draw

; over_frame: the end of a game: the winning four blink; again, or to the menu
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    22
over_frame      jsr     board_draw
                jsr     over_text_draw
                lda     v_state_frames
                cmpa    #OVER_FRAMES
                blo     .end
                lda     Vec_Button_1_4
                ora     Vec_Button_2_4
                bne     .again
                lda     Vec_Button_1_1
                ora     Vec_Button_2_1
                beq     .end
                jmp     menu_enter
.again          jmp     game_start
.end            rts

                include "lib/beam.asm"
                include "lib/stick.asm"
                include "lib/text.asm"
                include "lib/menu.asm"
                include "lib/sound.asm"
                include "lib/slice.asm"

                include "connect4/rules.asm"
                include "connect4/draw.asm"
                include "connect4/title.asm"
                include "connect4/tunes.asm"
                include "connect4/think.asm"

                bss
VARIABLES_END   equ     *
                assert  * <= game_board, "the library's variables end before the board"
                code

                assert  * <= $2000, "the cartridge is full"
