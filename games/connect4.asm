; connect4.asm: Connect-4 for the Vectrex
;
; what:     four in a row for two players or against the computer, four levels
; range:    $0000-$3FFF, cartridge ROM
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

BOARD_SCALE     equ     258             ; p of one coordinate unit
CELL_SIZE_UNITS equ     17              ; coordinate units
TOKEN_RADIUS_UNITS equ  7
PLACE_CYCLES    equ     BOARD_SCALE/2   ; a DAC value of 2 goes a coordinate unit
BOARD_LEFT_UNITS equ    -51             ; centre of column 0
BOARD_BOTTOM_UNITS equ  -41             ; centre of row 0
CURSOR_Y_UNITS  equ     61              ; centre of the token above the board

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
MENU_COUNT      equ     5               ; two players, and four levels
MENU_NEAR       equ     4               ; of them, within 63 units of the middle

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
EVENT_UNDO      equ     11

MATCH_LENGTHS   equ     4               ; single games, best of 3, 5 and 7

SCORE_MOST_SHOWN equ    99
SCORE_BYTES     equ     2*MENU_COUNT    ; two for each line of the menu
SCORES_KNOWN    equ     $C4F4
OVER_FRAMES     equ     35              ; buttons do nothing so long after the end: 0.7 s

REFUSED_FRAMES  equ     45              ; a refusal is shown so long
FALL_START_UNITS equ    CURSOR_Y_UNITS  ; a token starts to fall there
TEXT_TOKENS     equ     31              ; with more on the board THINKING comes and goes,
THINK_NO_TEXT   equ     $20             ; by this bit of v_think_frames, and leaves time to think
AIM_FRAMES      equ     3               ; the computer's cursor steps so often

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
cpu_level       rmb     1               ; 0 easy, 1 medium, 2 hard, 3 good: between them
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
v_cell          rmb     1               ; scratch of the drawing
v_starter       rmb     1               ; who began the last game
v_hinting       rmb     1               ; not 0: the search is for a hint
v_moves         rmb     CELL_COUNT      ; the columns played
v_match         rmb     1               ; the match ends when a side has won one game more than this
v_match_won     rmb     2               ; games of the match won by X and O
v_library                               ; the library's variables follow

                org     $C900
game_board      rmb     CELL_COUNT      ; row 0 at the bottom; 0 empty, 1 X, 2 O
v_list_x        rmb     CELL_COUNT+2    ; tokens to be drawn, as offsets into tables: X from the
v_list_end      equ     *-1             ; beginning, O from the end
v_list_o        rmb     2               ; where O's begin
v_list_win      rmb     LINE_LENGTH+1
v_result        rmb     RESULT_MOST
v_shown         equ     *               ; a won board without the winning four
v_think_cells   rmb     CELL_COUNT      ; the search's board
v_think_threat_x rmb    CELL_COUNT+COLUMN_COUNT ; windows that lack this cell; none above the top
v_think_threat_o rmb    CELL_COUNT+COLUMN_COUNT
THINK_BYTES     equ     *-v_think_cells
                assert  * <= $CA00, "the search's direct page follows"
                org     $CA00
v_think_value   rmb     2               ; worth of the position for O
v_think_left    rmb     1               ; plies still to look ahead
v_think_ply     rmb     1
v_think_empty   rmb     1               ; empty cells on the search's board
v_think_forced  rmb     1               ; a column that must be played, or negative
v_think_depth   rmb     1
v_think_parity  rmb     1               ; not 0: O began
v_think_last    rmb     1               ; the deepest search
v_think_frames  rmb     1
v_think_done    rmb     1
v_think_best    rmb     1               ; the best column so far
v_think_height  rmb     COLUMN_COUNT    ; the free cell of each column
v_think_whims   rmb     COLUMN_COUNT    ; what each column is worth more, by chance
v_think_killer  rmb     PLIES_MOST      ; the column that was best at each ply
WINDOW_COUNT    equ     69
v_think_windows rmb     WINDOW_COUNT
v_scores        rmb     SCORE_BYTES     ; won by X and O: two players, each level in its order
v_scores_known  rmb     2               ; SCORES_KNOWN: they are no chance values
v_think_limit   rmb     $CBA0-v_think_limit     ; stack of the search
v_think_start
                assert  game_board = $C900, "the board lies where the document says"
                assert  Vec_Default_Stk-v_think_start >= 64, "the game's own stack needs some room"
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
                jsr     menu_begin
                jmp     frames_run

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
                ldd     v_scores_known  ;@strict no-ram-unset the score outlives a reset
                cmpd    #SCORES_KNOWN
                beq     .known
                ldx     #v_scores
                ldb     #SCORE_BYTES-1
                jsr     Clear_x_b
                ldd     #SCORES_KNOWN
                std     v_scores_known
.known
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

; menu_frame: one frame of the menu
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    20
menu_frame      jsr     menu_step
                jsr     attract_due
                beq     attract_begin
                bsr     menu_buttons
                jsr     title_draw
                lda     Vec_Button_1_4
                beq     .end
                lda     v_menu
                beq     .two
                ldx     #tbl_levels-1
                lda     a,x
                sta     cpu_level
                lda     #MODE_COMPUTER
.two            sta     game_mode
                lda     #PLAYER_X
                sta     v_starter
                jsr     match_begin
                jmp     game_start
.end            rts

; menu_buttons: switch the music with button 3, choose the length of a match with button 2
;   in       the buttons
;   out      v_quiet, v_match
;   changes  A B X CC           keeps  Y U DP S
;   stack    8
menu_buttons    lda     Vec_Button_1_3
                lbne    melody_switch
                lda     Vec_Button_1_2
                beq     .end
                lda     v_match
                inca
                anda    #MATCH_LENGTHS-1
                sta     v_match
                jsr     hint_start      ; the line below the menu shows it
                lda     #HINT_MATCH
                sta     v_hint
                lda     #EVENT_MOVE
                jmp     sound_event_play
.end            rts

tbl_levels      fcb     LEVEL_EASY,LEVEL_MEDIUM,LEVEL_GOOD,LEVEL_HARD

; attract_begin: let the computer play itself
;   in       DP = $D0
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   stack    20
attract_begin   lda     #LEVEL_MEDIUM
                sta     cpu_level
                sta     v_attract
                lda     #MODE_TWO
                bra     menu_frame.two

                include "lib/beam.asm"
                include "lib/frame.asm"
                include "lib/stick.asm"
                include "lib/letters.asm"
                include "lib/text.asm"
                include "lib/menu.asm"
                include "lib/sound.asm"
                include "lib/melody.asm"
                include "lib/slice.asm"
                include "lib/attract.asm"

                include "connect4/play.asm"
                include "connect4/rules.asm"
                include "connect4/draw.asm"
                include "connect4/messages.asm"
                include "connect4/title.asm"
                include "connect4/tunes.asm"
                include "connect4/think.asm"
                include "connect4/windows.asm"

                bss
VARIABLES_END   equ     *
                assert  * <= game_board, "the library's variables end before the board"
                code

                assert  * <= $4000, "the cartridge is full"
