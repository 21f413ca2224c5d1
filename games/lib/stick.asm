; stick.asm: a stick as steps, with auto-repeat
;
; what:     Joy_Digital's positions become steps; a stick that is held can be ignored until released
; DP:       any
; RAM:      v_stick_1, v_stick_2; more pairs of bytes where a program wants them
; begin:    sticks_wait, before the first stick_step; of another pair the first byte = 0

STICK_WAIT      equ     2               ; a stick that must come to rest before it counts
REPEAT_FIRST    equ     16              ; frames until a held stick moves again
REPEAT_NEXT     equ     6

; Values of Vec_Joy_Mux_1_X to Vec_Joy_Mux_2_Y: what Joy_Digital reads; 0 = nothing
READ_1_X        equ     1
READ_1_Y        equ     3
READ_2_X        equ     5
READ_2_Y        equ     7

                bss
v_stick_1       rmb     2               ; for each controller: the stick, -1, 0, 1 or
v_stick_2       rmb     2               ; STICK_WAIT, and frames until it repeats
                code

; stick_step: turn the position of a stick into steps, with auto-repeat
;   in       A = stick, negative, 0 or positive; X = v_stick_1 or v_stick_2
;   out      A = -1, 0 or 1: a step to make now; flags as A
;   changes  A B CC             keeps  X Y U DP S
;   stack    2
stick_step      tsta
                beq     .centre
                bpl     .right
                lda     #-1
                bra     .held
.right          lda     #1
.held           ldb     ,x
                cmpb    #STICK_WAIT
                beq     .none
                cmpa    ,x
                bne     .new
                dec     1,x
                bne     .none
                ldb     #REPEAT_NEXT
                bra     .again
.new            sta     ,x
                ldb     #REPEAT_FIRST
.again          stb     1,x
                tsta
                rts
.centre         clr     ,x
.none           clra
                rts

; sticks_wait: let sticks that are held now count only after a rest
;   in       Vec_Joy_1_X, Vec_Joy_2_X: the sticks as read last
;   out      v_stick_1, v_stick_2
;   changes  A CC               keeps  B X Y U DP S
;   stack    2
sticks_wait     lda     Vec_Joy_1_X
                beq     .rests_1
                lda     #STICK_WAIT
.rests_1        sta     v_stick_1
                lda     Vec_Joy_2_X
                beq     .rests_2
                lda     #STICK_WAIT
.rests_2        sta     v_stick_2
                rts
