; frame.asm: the frame's beginning
;
; what:     Wait_Recal without its way round the screen, which takes 700 cycles; who zeroes the
;           beam before whatever is drawn does not need it
; DP:       any; leaves it at $D0

T2_FLAG         equ     $20             ; VIA_int_flags: the frame is over

; frame_wait: wait for the end of the frame, start the next
;   in       Vec_Rfrsh
;   out      Vec_Loop_Count one more, DP = $D0, the beam zeroed and its zero reference set anew
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
