; attract.asm: a game that plays itself in front of an idle menu
;
; what:     counts how long the menu has been idle, and notices when a player presses a button
; DP:       any
; RAM:      v_attract, v_idle
; needs:    Joy_Digital, which reads the first stick in the menu
; begin:    v_attract = 0, v_idle = 0

ATTRACT_FRAMES  equ     1000            ; 20 seconds

                bss
v_attract       rmb     1               ; not 0: the computer plays itself
v_idle          rmb     2               ; frames that the menu has been left alone
                code

; attract_due: count a frame of the menu without input; call it once per frame
;   in       the first stick and the buttons as read last
;   out      Z set: it is time; v_attract = 0
;   changes  A X CC             keeps  B Y U DP S
;   stack    2
attract_due     clr     v_attract
                lda     Vec_Buttons
                ora     Vec_Joy_1_X
                ora     Vec_Joy_1_Y
                bne     .anew
                ldx     v_idle
                leax    1,x
                stx     v_idle
                cmpx    #ATTRACT_FRAMES
                bne     .end
                clra
.anew           ldx     #0
                stx     v_idle
                tsta                    ; 0: it is time
.end            rts

; attract_left: return whether a button was pressed while the computer plays itself
;   in       v_attract, the buttons as read last
;   out      Z clear: so it is
;   changes  A CC               keeps  B X Y U DP S
;   stack    2
attract_left    lda     v_attract
                beq     .end
                lda     Vec_Buttons
.end            rts
