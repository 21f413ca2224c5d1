; menu.asm: a menu: lines of text, one of them chosen with the stick
;
; what:     the choice moves with the first controller's stick and stops at both ends
; DP:       $D0
; RAM:      v_menu, v_menu_line, v_menu_mark
; needs:    MENU_COUNT equ lines; MENU_MARK_GAP_HALVES equ how far before them the mark stands;
;           EVENT_MOVE, EVENT_EDGE; STATE_MENU, state_enter; tune_title;
;           beam.asm, stick.asm, letters.asm, sound.asm
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
                jsr     sound_play
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
                jsr     sound_play
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
;   in       U = MENU_COUNT texts, A = letter of the mark; v_menu, DP = $D0
;   out      U past the texts
;   changes  A B X U CC         keeps  Y DP S
;   stack    8
menu_draw       sta     v_menu_mark+2
                clr     v_menu_line
.line           lda     #LIGHT_OTHER
                ldb     v_menu_line
                cmpb    v_menu
                bne     .light
                ldd     ,u              ; its place
                subb    #MENU_MARK_GAP_HALVES
                std     v_menu_mark
                lda     #LIGHT_CHOSEN
.light          jsr     Intensity_a
                jsr     letters_draw
                inc     v_menu_line
                lda     v_menu_line
                cmpa    #MENU_COUNT
                bne     .line
                pshs    u
                lda     #LIGHT_CHOSEN
                jsr     Intensity_a
                lda     #TEXT_END
                sta     v_menu_mark+3
                ldu     #v_menu_mark
                jsr     letters_draw
                puls    u,pc
