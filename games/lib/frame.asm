; frame.asm: one frame after the other
;
; what:     the main loop of a game, which calls the routine of the current state in each frame;
;           and frame_wait, which is Wait_Recal without its recalibration of 700 cycles: games that
;           zero the beam before each shape do not need it
; DP:       any; leaves it at $D0
; needs:    game_state, frame_counter, v_state_frames, which the game defines and initialises;
;           tbl_states: a routine for each state; beam.asm, sound.asm

T2_FLAG         equ     $20             ; VIA_int_flags: the frame is over

; frame_wait: wait for the end of the frame, start the next
;   in       Vec_Rfrsh
;   out      Vec_Loop_Count one more, DP = $D0, the beam zeroed and its zero reference renewed
;   changes  A B X DP CC        keeps  Y U S
;   stack    4
frame_wait      ldx     Vec_Loop_Count
                leax    1,x
                stx     Vec_Loop_Count
                jsr     DP_to_D0
                lda     #T2_FLAG
.wait           bita    <VIA_int_flags
                beq     .wait
                ldd     Vec_Rfrsh
                std     <VIA_t2_lo
                jsr     Reset0Ref
                lda     #VIA_ZERO
                sta     <VIA_cntl
                rts

; frames_run: play frame after frame, for ever; v_state_frames counts those of a state up to 255
frames_run      jsr     DP_to_D0
                jsr     Read_Btns       ; a button that is held from before must be released first
.frame          jsr     frame_wait
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
