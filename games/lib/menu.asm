; menu.asm: a menu: lines of text, one of them chosen with the stick
;
; what:     the choice moves with the first controller's stick and stops at both ends
; DP:       $D0
; RAM:      v_menu, v_menu_line, v_menu_mark
; needs:    MENU_COUNT equ lines; MENU_NEAR equ those within 63 units of the middle;
;           MENU_MARK_GAP_HALVES equ how far before them the mark stands;
;           EVENT_MOVE, EVENT_EDGE; STATE_MENU, state_enter; tune_title;
;           beam.asm, stick.asm, letters.asm, sound.asm, melody.asm
; begin:    v_menu = the line chosen first; then menu_begin

LIGHT_CHOSEN    equ     $7F
LIGHT_OTHER     equ     $34

                bss
v_menu          rmb     1               ; the line of the menu chosen
v_menu_line     rmb     1               ; scratch
v_menu_mark     rmb     4               ; a text of one letter
                code

; menu_begin: enter the menu's state, read the first controller's stick both ways, start the tune
;   in       none
;   out      none
;   changes  A X CC             keeps  B Y U DP S
;   stack    7
menu_begin      lda     #STATE_MENU
                jsr     state_enter
                ldx     #tune_title
                jsr     melody_play
                lda     #READ_1_X
                sta     Vec_Joy_Mux_1_X
                lda     #READ_1_Y
                sta     Vec_Joy_Mux_1_Y
                clr     Vec_Joy_Mux_2_X
                clr     Vec_Joy_Mux_2_Y
                rts

; menu_axis: read one axis of the stick in this frame and the other one in the next, for time
;   in       Vec_Loop_Count
;   out      Vec_Joy_Mux_1_X, Vec_Joy_Mux_1_Y
;   changes  A B CC             keeps  X Y U DP S
;   stack    2
menu_axis       lda     Vec_Loop_Count+1
                lsra
                ldd     #READ_1_X<<8
                bcc     .set
                ldd     #READ_1_Y
.set            std     Vec_Joy_Mux_1_X
                rts

; menu_step: move the choice, and restart the tune when it, or a tick, has ended
;   in       DP = $D0
;   out      v_menu
;   changes  A B X CC           keeps  Y U DP S
;   stack    8
menu_step       jsr     Random          ; when the player starts decides the computer's luck
                lda     Vec_Music_Flag
                bne     .stick
                ldx     #tune_title
                jsr     melody_play
.stick          bsr     menu_axis
                jsr     Joy_Digital
                lda     Vec_Joy_1_Y
                ldx     #v_stick_1
                jsr     stick_step      ; up is +1
                nega
                beq     .end
                adda    v_menu
                cmpa    #MENU_COUNT
                bhs     .edge           ; also below 0
                sta     v_menu
                lda     #EVENT_MOVE
                bra     .sound
.edge           lda     #EVENT_EDGE
.sound          jmp     sound_event_play
.end            rts

; menu_draw: write the lines of the menu, the chosen one bright and with a mark before it
;   in       U = MENU_COUNT texts, of which the first MENU_NEAR are text_near; v_menu, DP = $D0
;   out      U past the texts
;   changes  A B X U CC         keeps  Y DP S
;   stack    8
menu_draw       clr     v_menu_line
.line           ldb     v_menu
                lda     v_menu_line
                cmpa    #MENU_NEAR
                blo     .near
                bsr     choice_light
                jsr     letters_draw
                bsr     choice_count
                bra     .next
.near           bsr     choice_write
.next           cmpa    #MENU_COUNT
                bne     .line
                pshs    u
                bsr     choice_mark
                puls    u,pc

; choice_write: write the next of some lines, the chosen one bright
;   in       U = its text_near, v_menu_line: lines written, B = the line chosen, DP = $D0
;   out      U past the text, v_menu_line and A one more, v_menu_mark
;   changes  A B X U CC         keeps  Y DP S
;   stack    6
choice_write    bsr     choice_light
                bne     .other
                asr     v_menu_mark     ; the place of a near text is doubled
                ldb     1,u
                asrb
                subb    #MENU_MARK_GAP_HALVES
                stb     v_menu_mark+1
.other          jsr     letters_draw_near
; falls into choice_count

; choice_count: count a line that was written
;   in       v_menu_line
;   out      v_menu_line and A one more
;   changes  A CC               keeps  B X Y U DP S
;   stack    2
choice_count    inc     v_menu_line
                lda     v_menu_line
                rts

; choice_light: set the light of a line
;   in       U = its text, v_menu_line, B = the line chosen
;   out      Z set: it is this one; v_menu_mark: the place of its mark
;   changes  A B CC             keeps  X Y U DP S
;   stack    4
choice_light    subb    v_menu_line
                pshs    b
                beq     .chosen
                lda     #LIGHT_OTHER
                bra     .light
.chosen         ldd     ,u
                subb    #MENU_MARK_GAP_HALVES
                std     v_menu_mark
                lda     #LIGHT_CHOSEN
.light          jsr     Intensity_a
                tst     ,s+
                rts

; choice_mark: draw the mark before the chosen line, when it has been written
;   in       v_menu_mark, DP = $D0
;   out      none
;   changes  A B X U CC         keeps  Y DP S
;   stack    6
choice_mark     lda     #LIGHT_CHOSEN
                jsr     Intensity_a
                ldd     #'>'<<8|TEXT_END
                std     v_menu_mark+2
                ldu     #v_menu_mark
                jmp     letters_draw
