; moves.asm: a move and what follows
;
; what:     discs turn one after the other; then whose turn it is, or the end, is found
; DP:       $D0
; RAM:      the cells of reversi.asm named in each contract

FLIP_FIRST      equ     10              ; frames until the first disc turns
FLIP_FRAMES     equ     7               ; from disc to disc
TURN_FRAMES     equ     5               ; of these it is seen to turn so long

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
                clr     v_find_at
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
                lda     v_move          ; PHASE_PLACE
                jsr     history_add
                lda     v_move
                jsr     move_make
                inc     v_phase
                jmp     screen_draw
.setup          cmpa    #PHASE_UNDO
                beq     .undo
                jsr     game_setup
                bra     .draw
.undo           jsr     undo_step
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
                lbne    think_enter
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
