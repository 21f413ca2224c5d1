; slice.asm: long work, spread over frames
;
; what:     a calculation with a stack of its own: when the frame's time is nearly up, control
;           returns to the game, and the calculation continues in the next frame
; DP:       $D0
; RAM:      v_slice_stack, v_main_stack
; begin:    slice_begin, before the first slice_run
; needs:    SLICE_LEAST equ high byte of T2: below it the frame is given back.  It must cover
;           the longest time between two calls of time_check, and the game's work after it
;
; The calculation is written with ordinary calls and recursion.  Every few hundred cycles it calls
; time_check or uses the macro clock_look; when it has nothing to do, it calls slice_pause.  A pause
; lasts until the next frame, and preserves B, X, Y, U and DP.

                bss
v_slice_stack   rmb     2               ; where the work goes on
v_slice_page    rmb     1               ; with this DP
v_slice_entry   rmb     2               ; where it begins
v_slice_new     rmb     1               ; not 0: it has not begun
v_main_stack    rmb     2               ; where the frame goes on
                code

; slice_begin: make work ready; slice_run begins it, with DP = $D0
;   in       U = where it begins, X = end of its stack
;   out      v_slice_stack
;   changes  A X CC             keeps  B Y U DP S
;   stack    2
slice_begin     stx     v_slice_stack
                stu     v_slice_entry
                lda     #1
                sta     v_slice_new
                rts

; slice_run: go on with the work until the frame's time is nearly up
;   in       none
;   out      DP = $D0
;   changes  A B X Y U DP CC    keeps  S
;   stack    4
slice_run       lda     >VIA_t2_hi      ; the drawing may have left nothing
                cmpa    #SLICE_LEAST
                blt     .later
                sts     v_main_stack
                lds     v_slice_stack
                tst     v_slice_new
                beq     .on
                clr     v_slice_new
                jmp     [v_slice_entry]
.on             lda     v_slice_page
                tfr     a,dp
                puls    b,x,y,u,pc      ; as slice_pause left them
.later          rts

; time_check: pause if the frame's time is nearly up, or over; called by the work
;   in       none
;   out      none
;   changes  A CC               keeps  B X Y U DP S
;   cycles   <= 20 where it does not pause
;   stack    9
time_check      lda     >VIA_t2_hi
                cmpa    #SLICE_LEAST
                blt     slice_pause
                rts

; clock_look: time_check, in line; A and CC are changed.  DP need not be $D0 here: the assembler
; takes the short form where it is
clock_look      macro
                lda     VIA_t2_hi
                cmpa    #SLICE_LEAST
                bge     .on\?
                jsr     slice_pause
.on\?
                endm

; slice_pause: give the frame back; called by the work, which goes on after the call
;   in       none
;   out      none
;   changes  A CC               keeps  B X Y U DP S
;   stack    7
slice_pause     pshs    b,x,y,u
                tfr     dp,a
                sta     v_slice_page
                sts     v_slice_stack
                lds     v_main_stack
                jmp     DP_to_D0
