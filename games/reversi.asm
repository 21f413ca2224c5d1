; reversi.asm: Reversi for the Vectrex
;
; what:     black and white for two players or against the computer, four skills
; range:    $0000-$7FFF, cartridge ROM
; RAM:      $C880-$CBEA
; DP:       $D0 on entry, and everywhere but in the calls that want $C8
; build:    vecx asm games/reversi.asm -I roms/include -o reversi.bin
; sources:  four descriptions of Reversi programs (docs/reversi.md); VIA data sheet

                include "vectrex.inc"

; ---- Figures ---------------------------------------------------------------------------
BOARD_SIZE      equ     8
BOARD_STEP      equ     10              ; from row to row: a border stands all round
BOARD_BYTES     equ     BOARD_STEP*BOARD_STEP
CELL_COUNT      equ     BOARD_SIZE*BOARD_SIZE
CELLS_BYTES     equ     CELL_COUNT/4*5  ; four squares and their end each
ORDER_MOST      equ     CELL_COUNT-4    ; squares that can be empty: four discs begin the game
PLACE_CYCLES    equ     126             ; what lib/letters.asm wants

; row_names: the indices of a row's squares: SQ_A1 is that of column A, row 1
row_names       macro   row
SQ_A\row        equ     BOARD_STEP*row+1
SQ_B\row        equ     BOARD_STEP*row+2
SQ_C\row        equ     BOARD_STEP*row+3
SQ_D\row        equ     BOARD_STEP*row+4
SQ_E\row        equ     BOARD_STEP*row+5
SQ_F\row        equ     BOARD_STEP*row+6
SQ_G\row        equ     BOARD_STEP*row+7
SQ_H\row        equ     BOARD_STEP*row+8
                endm

                row_names 1
                row_names 2
                row_names 3
                row_names 4
                row_names 5
                row_names 6
                row_names 7
                row_names 8
BOARD_FIRST     equ     SQ_A1
BOARD_LAST      equ     SQ_H8

STEP_N          equ     -BOARD_STEP     ; from a square to its neighbours; north is up
STEP_S          equ     BOARD_STEP
STEP_W          equ     -1
STEP_E          equ     1
STEP_NW         equ     STEP_N+STEP_W
STEP_NE         equ     STEP_N+STEP_E
STEP_SW         equ     STEP_S+STEP_W
STEP_SE         equ     STEP_S+STEP_E

EMPTY           equ     0
WHITE           equ     2
BLACK           equ     3
OTHER           equ     WHITE^BLACK     ; makes one of the other
BORDER          equ     $FF

STATE_MENU      equ     0
STATE_HUMAN     equ     1
STATE_THINK     equ     2
STATE_FLIP      equ     3
STATE_PASS      equ     4
STATE_OVER      equ     5
STATE_ABOUT     equ     6
STATE_PAUSE     equ     7

; Phases of STATE_FLIP, in the order in which flip_frame tells them apart.
PHASE_FLIP      equ     0               ; discs turn
PHASE_FIND      equ     1               ; the moves of the next player are looked for
PHASE_FIND_OTHER equ    2               ; there are none: those of the other one
PHASE_PLACE     equ     3               ; a move is made; the frame after, discs are counted
PHASE_COUNT     equ     4
PHASE_SETUP     equ     5               ; a game begins
PHASE_UNDO      equ     6               ; moves are taken back

; Phases of STATE_THINK.
PHASE_THINK     equ     0               ; the search runs
PHASE_AIM       equ     1               ; the cursor goes to the move found
PHASE_REST      equ     2               ; and rests there

MODE_ONE        equ     0
MODE_TWO        equ     1
SKILL_NOVICE    equ     1
SKILL_EXPERT    equ     2
SKILL_MASTER    equ     3
SCORE_BYTES     equ     2*(SKILL_MASTER+2)      ; two players, and each skill
MATCH_LENGTHS   equ     4               ; single games, best of 3, 5 and 7

EVENT_MOVE      equ     1
EVENT_PLAYER    equ     2               ; the player's disc is placed
EVENT_COMPUTER  equ     3
EVENT_REFUSED   equ     4
EVENT_WIN       equ     5
EVENT_TIE       equ     6
EVENT_LOSE      equ     7
EVENT_START     equ     8
EVENT_PAUSE     equ     9
EVENT_EDGE      equ     10
EVENT_PASS      equ     11
EVENT_HINT      equ     12
EVENT_FLIP      equ     13
EVENT_UNDO      equ     14

OVER_FRAMES     equ     35              ; buttons do nothing so long after the end: 0.7 s
PASS_FRAMES     equ     75              ; the computer's pass is shown so long
FLIPS_MOST      equ     20              ; five on each of four lines

; ---- RAM -------------------------------------------------------------------------------
                bss
                org     $C880
board           rmb     BOARD_BYTES     ; row x 10 + column; 0 empty, 2 white, 3 black, $FF border
cursor_row      rmb     1               ; 1 to 8
cursor_col      rmb     1
current_player  rmb     1               ; 2 or 3: the side to move
game_state      rmb     1
game_mode       rmb     1               ; 0 against the computer, 1 two players
human_side      rmb     1               ; 2 or 3
skill           rmb     1               ; 0 Beginner to 3 Master
first_player    rmb     1               ; 2 or 3
black_count     rmb     1
white_count     rmb     1
move_count      rmb     1
pass_count      rmb     1
legal_count     rmb     1
legal_moves     rmb     CELL_COUNT      ; board indices
flip_count      rmb     1               ; what a move on the cursor's square would turn
last_move       rmb     1               ; board index, 0 = none
hint_move       rmb     1
message         rmb     1
sound_event     rmb     1               ; the last sound started
frame_counter   rmb     1
v_state_frames  rmb     1               ; frames in this state, stops at 255
v_phase         rmb     1
v_timer         rmb     1
v_turned        rmb     1               ; discs turned
v_find_at       rmb     1               ; half rows looked at
v_move          rmb     1               ; the move to be made; in UNDO, how many moves stay
v_flip_at       rmb     1               ; discs that have turned on the screen
v_flips         rmb     FLIPS_MOST      ; the turned discs' indices
v_flip_tune     rmb     8
v_stale         rmb     1               ; not 0: the picture is rebuilt
v_part          rmb     1               ; which part of the message is shown
v_part_timer    rmb     1
v_number        rmb     1               ; by how many discs the winner leads
v_starter       rmb     1               ; 2 or 3: who begins this game
v_match         rmb     1               ; the match ends when a side has won one game more than this
v_match_won     rmb     2               ; games of the match won, as in v_scores
v_pause_item    rmb     1
v_hinting       rmb     1               ; not 0: the search is for a hint
v_sweep_y       rmb     1
v_stick_1y      rmb     2
v_stick_2y      rmb     2
v_cells         rmb     CELLS_BYTES     ; what the squares show
v_status        rmb     STATUS_LENGTH
v_library                               ; the library's variables follow

                org     $CA00
v_tboard        rmb     BOARD_BYTES     ; the search's board; an address's low byte is the index
v_order         rmb     ORDER_MOST+1    ; the search's empty squares, the best first, and a 0; from
                                        ; the end down the moves made: together they have room
v_alpha         rmb     2               ; the window: what the mover has for certain already,
v_beta          rmb     2               ; and from where on the other side avoids the position
v_worth         rmb     2               ; worth of the position for the mover
v_left          rmb     1               ; plies to look ahead
v_ply           rmb     1               ; plies made
v_passed        rmb     1               ; not 0: the other has just passed
v_mover         rmb     1               ; the side to move: WHITE or BLACK
v_waiter        rmb     1               ; the other
v_turns         rmb     1               ; discs turned by the move looked at
v_node          rmb     2               ; the node looked at
v_depth         rmb     1               ; plies that this search looks ahead
v_empty_count   rmb     1
v_root          rmb     1               ; best move of this search
v_think_best    rmb     1               ; best move of the deepest search finished
v_think_done    rmb     1
v_think_frames  rmb     2
v_think_limit   rmb     2               ; frames
v_best_count    rmb     1
v_think_on      rmb     2               ; frames: later no deeper search is begun
v_near          rmb     1               ; what an empty square next to a disc takes from its worth
v_whim          rmb     1               ; chance of this search, odd; 0: none
v_whim_most     rmb     2               ; what it adds to a move at most
v_scores        rmb     SCORE_BYTES     ; games won by black and white, and by you and the computer
                                        ; at each skill
v_scores_known  rmb     2               ; SCORES_KNOWN: they are no chance values
v_exact_end                             ; the stack of the exact search ends here, that of the other
v_worths        rmb     BOARD_BYTES     ; what squares are worth to whom they belong
v_think_end                             ; here
                org     $CBD0
v_think_stack
                assert  v_think_end <= $CB30, "the search's stack has room"
                assert  white_count = black_count+1, "they are set together"
                assert  (v_tboard&$FF) = 0, "indices are low bytes"
                assert  v_worths <= v_tboard+$100, "what a search reads often is in one page"
                assert  v_waiter = v_mover+1, "they are read together"
                org     v_library
                code

; ---- Header ----------------------------------------------------------------------------
                org     0
                fcc     "g GCE 2026"
                fcb     $80
                fdb     tune_title
                fcb     $F8,$50,$20,-$30
                fcc     "REVERSI"
                fcb     $80
                fcb     0

; ---- Main loop -------------------------------------------------------------------------
main            jsr     game_reset
                jsr     menu_enter
                jmp     frames_run

tbl_states      fdb     menu_frame
                fdb     human_frame
                fdb     think_frame
                fdb     flip_frame
                fdb     pass_frame
                fdb     over_frame
                fdb     about_frame
                fdb     pause_frame

; game_reset: give all variables their first value
;   in       none
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   stack    6
game_reset      ldx     #board
                ldd     #v_scores-1-board
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
                lda     #BLACK
                sta     human_side
                sta     first_player
                sta     current_player
                sta     v_starter
                ldx     #tune_title
                stx     v_tune
                jmp     board_begin

; state_enter: change the state
;   in       A = state
;   out      none
;   changes  CC                 keeps  A B X Y U DP S
;   stack    2
state_enter     sta     game_state
                clr     v_state_frames
                rts

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

                include "reversi/rules.asm"
                include "reversi/font.asm"
                include "reversi/sweep.asm"
                include "reversi/board.asm"
                include "reversi/marks.asm"
                include "reversi/picture.asm"
                include "reversi/messages.asm"
                include "reversi/screen.asm"
                include "reversi/play.asm"
                include "reversi/moves.asm"
                include "reversi/undo.asm"
                include "reversi/computer.asm"
                include "reversi/pause.asm"
                include "reversi/ending.asm"
                include "reversi/title.asm"
                include "reversi/tunes.asm"
                include "reversi/think.asm"
                include "reversi/search.asm"

                bss
VARIABLES_END   equ     *
                assert  * <= v_tboard, "the library's variables end before the search's board"
                code

                assert  * <= $8000, "the cartridge is full"
