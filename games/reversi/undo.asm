; undo.asm: moves taken back
;
; what:     the moves of a game are kept; to take some back, the game is begun again and the
;           others are made
; DP:       any
; RAM:      v_order and the cells of reversi.asm named in each contract
;
; The moves share the space of v_order: the first one is at its end, the others are below.  The
; search's list grows from the other side and holds empty squares only, so both have room.

UNDO_SLICE      equ     6               ; moves that a frame has time for
MOVE_BLACK      equ     $80             ; a move: its board index, and this if black made it

; history_at: find where a move is kept
;   in       A = how many moves came before it
;   out      X = its address
;   changes  A X CC             keeps  B Y U DP S
;   stack    2
history_at      nega
                ldx     #v_order+ORDER_MOST
                leax    a,x
                rts

; history_add: keep the move that is made next
;   in       A = board index; move_count, current_player
;   out      v_order
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 60
;   stack    4
history_add     ldb     current_player
                lsrb                    ; black is odd
                bcc     .white
                ora     #MOVE_BLACK
.white          tfr     a,b
                lda     move_count
                bsr     history_at
                stb     ,x
                rts

; move_colour: return who made a move
;   in       X = its address
;   out      B = WHITE or BLACK
;   changes  B CC               keeps  A X Y U DP S
;   stack    2
move_colour     ldb     ,x
                rolb                    ; MOVE_BLACK
                ldb     #WHITE
                adcb    #0
                rts

; undo_begin: take back the player's last move and what followed it; of two players, the last move
;   in       move_count, game_mode, human_side, v_starter, DP = $D0
;   out      A = the event to be heard; v_move = moves that stay
;   changes  A B X CC           keeps  Y U DP S
;   stack    6
undo_begin      lda     move_count
                bsr     history_at
                lda     move_count
.move           leax    1,x             ; the move before
                deca
                bmi     .none
                ldb     game_mode
                bne     .found
                bsr     move_colour
                cmpb    human_side
                bne     .move
.found          sta     v_move
                jsr     board_leave
                jsr     board_begin
                clr     last_move
                lda     v_starter
                sta     current_player
                lda     #PHASE_UNDO
                sta     v_phase
                lda     #STATE_FLIP     ; there is nothing to turn
                jsr     state_enter
                lda     #EVENT_UNDO
                rts
.none           lda     #EVENT_REFUSED
                rts

; undo_step: make the next moves that stay; after the last one, look for the moves of whose move
; was taken back
;   in       v_move, move_count, pass_count, current_player, board
;   out      board, move_count, pass_count, last_move, current_player; at the end black_count,
;            white_count and v_phase
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 11600
;   stack    8
undo_step       lda     #UNDO_SLICE
                pshs    a
.move           lda     move_count
                bsr     history_at
                bsr     move_colour
                cmpb    current_player
                beq     .turn
                stb     current_player
                inc     pass_count
.turn           lda     move_count
                cmpa    v_move
                beq     .end
                lda     ,x
                anda    #MOVE_BLACK^$FF
                jsr     move_make
                lda     current_player
                eora    #OTHER
                sta     current_player
                dec     ,s
                bne     .move
                puls    a,pc
.end            jsr     discs_count
                puls    a
                jmp     turn_find
