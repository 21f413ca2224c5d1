; text.asm: messages
;
; what:     a line of text at one light; several texts that take turns
; DP:       $D0
; RAM:      v_hint, v_hint_timer
; needs:    LIGHT_TEXT; letters.asm
; begin:    hint_start, before the first hint_turn

HINT_FRAMES     equ     50              ; texts take turns so long

                bss
v_hint          rmb     1               ; which of the texts is shown, from 0 on
v_hint_timer    rmb     1
                code

; text_draw: write a text
;   in       U = text; DP = $D0
;   out      U past it
;   changes  A B X U CC         keeps  Y DP S
;   stack    6
text_draw       lda     #LIGHT_TEXT
                jsr     Intensity_a
                jmp     letters_draw

; hint_start: let the first text be shown
;   in       none
;   out      v_hint, v_hint_timer
;   changes  A CC               keeps  B X Y U DP S
;   stack    2
hint_start      clr     v_hint
                lda     #HINT_FRAMES
                sta     v_hint_timer
                rts

; hint_turn: let texts take turns
;   in       A = how many; v_hint_timer
;   out      A = v_hint: which is due; flags as A
;   changes  A CC               keeps  B X Y U DP S
;   stack    3
hint_turn       dec     v_hint_timer
                bne     .end
                pshs    a
                lda     #HINT_FRAMES
                sta     v_hint_timer
                lda     v_hint
                inca
                cmpa    ,s+
                bne     .next
                clra
.next           sta     v_hint
.end            lda     v_hint
                rts
