; text.asm: a line of text below the picture
;
; what:     texts that know where they stand; a message and a hint by turns
; DP:       $D0
; RAM:      v_hint, v_hint_timer
; needs:    TEXT_Y equ where the line stands, DAC units at scale $7F; LIGHT_TEXT

TEXT_SIZE       equ     $F850
TEXT_LEAD       equ     4               ; DAC units that the middle lies right of the ramp's
HINT_FRAMES     equ     64              ; message and hint take turns so long

                bss
v_hint          rmb     1               ; which of two texts is shown
v_hint_timer    rmb     1
                code

; text: a line below the picture; its place is found from its length.  A letter takes 18
; cycles, its first dot is seen some cycles after the ramp begins and its last two come before
; it ends
text            macro   words
                fcb     TEXT_Y,-(.end\?-.begin\?)*17/3-TEXT_LEAD
.begin\?        fcc     words
.end\?          fcb     $80
                endm

; text_draw: write a line below the picture
;   in       U = text; DP = $D0
;   out      none
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 4900            vectors = 7
;   stack    8
text_draw       lda     #LIGHT_TEXT
                jsr     Intensity_a
                ldd     #TEXT_SIZE
                std     Vec_Text_HW
                jsr     Reset0Ref
                jmp     Print_Str_yx

; hint_start: let the message be shown first
;   in       none
;   out      v_hint, v_hint_timer
;   changes  A CC               keeps  B X Y U DP S
;   stack    2
hint_start      clr     v_hint
                lda     #HINT_FRAMES
                sta     v_hint_timer
                rts

; hint_turn: let message and hint take turns
;   in       v_hint_timer
;   out      v_hint: not 0 while the hint is due; flags as it
;   changes  A CC               keeps  B X Y U DP S
;   stack    2
hint_turn       dec     v_hint_timer
                bne     .end
                lda     #HINT_FRAMES
                sta     v_hint_timer
                com     v_hint
.end            lda     v_hint
                rts
