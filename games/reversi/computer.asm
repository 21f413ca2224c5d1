; computer.asm: the computer's turn, as it is seen; think.asm has what it thinks
;
; what:     moves are weighed on the board, the cursor goes to the one chosen; hints
; DP:       $D0
; RAM:      v_ghost, v_ghost_at, and the cells of reversi.asm named in each contract

GHOST_FRAMES    equ     8               ; so long the computer weighs a move on the board
AIM_FRAMES      equ     3               ; the computer's cursor steps so often
AIM_REST        equ     12              ; and rests before the disc is placed

; think_enter: let the computer look for a move, or for a hint
;   in       v_hinting, current_player
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    10
think_enter     lda     #PHASE_THINK
                sta     v_phase
                lda     #MESSAGE_THINKING
                jsr     message_show
                lda     #STALE_LATER
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

; press_heard: button 4 ends the search: the best move so far is played; other buttons have to wait,
; and the message says so
;   in       the buttons as read last, v_think_frames
;   out      v_think_done, v_part, v_part_timer, v_status_stale
;   changes  A B X CC           keeps  Y U DP S
;   stack    4
press_heard     lda     Vec_Buttons
                bne     .pressed
                dec     v_part_timer
                bne     .end
                lda     v_part          ; both parts of the message take turns
                eora    #1
                bra     .show
.pressed        lda     Vec_Button_1_4
                ora     Vec_Button_2_4
                beq     .wait
                ldd     v_think_frames
                cmpd    #THINK_LEAST    ; before, 4 may still mean the player's own move
                blo     .wait
                inc     v_think_done
                rts
.wait           lda     #EVENT_EDGE
                jsr     sound_event_play
                lda     #1
.show           sta     v_part
                lda     #PART_FRAMES
                sta     v_part_timer
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
                jsr     aim_step
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
                bsr     hint_reason
                jsr     message_show
                jmp     screen_draw

; hint_reason: say why a hint is good
;   in       hint_move, legal_count, v_empty_count, board
;   out      A = MESSAGE_*
;   changes  A X CC             keeps  B Y U DP S
;   cycles   <= 200
;   stack    2
hint_reason     lda     legal_count
                deca
                beq     .only
                ldx     #tbl_corners
.corner         lda     ,x+
                beq     .edge
                cmpa    hint_move
                bne     .corner
                lda     #MESSAGE_CORNER
                rts
.edge           ldx     #board
                lda     hint_move
                leax    a,x
                lda     STEP_N,x
                inca                    ; BORDER
                beq     .at_edge
                lda     STEP_S,x
                inca
                beq     .at_edge
                lda     STEP_W,x
                inca
                beq     .at_edge
                lda     STEP_E,x
                inca
                beq     .at_edge
                lda     v_empty_count   ; of the search
                cmpa    #EXPERT_END
                bls     .discs
                lda     #MESSAGE_MOBILITY
                rts
.discs          lda     #MESSAGE_DISCS
                rts
.at_edge        lda     #MESSAGE_EDGE
                rts
.only           lda     #MESSAGE_ONLY
                rts

tbl_corners     fcb     SQ_A1,SQ_H1,SQ_A8,SQ_H8,0

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
