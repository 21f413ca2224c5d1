; pause.asm: a pass, and the pause
;
; what:     a player who cannot move has to pass; the pause screen hides the game
; DP:       $D0
; RAM:      v_pause_item, v_paused_state, and the cells of reversi.asm named in each contract

PAUSE_COUNT     equ     4               ; resume, undo, new game, menu
PAUSE_Y         equ     20              ; first of these lines
PAUSE_TITLE_Y   equ     50

; pass_frame: the player to move has no move
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    24
pass_frame      jsr     attract_check
                bne     .end
                jsr     pause_pressed
                bne     .end
                jsr     Joy_Digital
                jsr     message_step
                jsr     is_human
                bne     .computer
                lda     Vec_Button_1_2
                ldb     game_mode
                beq     .press
                ora     Vec_Button_2_2
.press          tsta
                bne     .pass
                bra     .draw
.computer       dec     v_timer
                bne     .draw
.pass           inc     pass_count
                lda     current_player
                eora    #OTHER
                sta     current_player
                clra
                jsr     message_show
                lda     #STATE_FLIP
                jsr     state_enter
                jsr     turn_find
.draw           jmp     screen_draw
.end            rts

; pause_frame: resume, undo, new game, menu
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    24
pause_frame     lda     Vec_Button_1_1
                ora     Vec_Button_2_1
                bne     .resume
                jsr     Joy_Digital
                lda     Vec_Joy_1_Y
                ldx     #v_stick_1y
                bsr     pause_choose
                lda     Vec_Joy_2_Y
                ldx     #v_stick_2y
                bsr     pause_choose
                lda     Vec_Button_1_4
                ora     Vec_Button_2_4
                beq     .draw
                lda     v_pause_item
                beq     .resume
                deca
                beq     .undo
                deca
                lbne    menu_enter
                jsr     game_start
                bra     .draw
.undo           jsr     sticks_begin
                jsr     undo_begin
                jsr     sound_event_play
                bra     .draw
.resume         lda     v_paused_state
                jsr     state_enter
                jsr     sticks_begin
                inc     v_status_stale
                lda     #EVENT_PAUSE
                jsr     sound_event_play
.draw           jmp     screen_draw

; pause_choose: move the choice with a stick; both controllers have a say
;   in       A = the stick's Y, X = what stick_step remembers of it
;   out      v_pause_item
;   changes  A B X CC           keeps  Y U DP S
;   stack    8
pause_choose    jsr     stick_step      ; up is +1
                nega
                beq     .end
                adda    v_pause_item
                cmpa    #PAUSE_COUNT-1
                bhi     .end            ; also below 0
                sta     v_pause_item
                inc     v_status_stale
                lda     #EVENT_MOVE
                jmp     sound_event_play
.end            rts

; pause_pressed: pause if the button is pressed
;   in       the buttons
;   out      Z clear: so it is, and the frame is drawn
;   changes  A B X Y U CC       keeps  DP S
;   stack    12
pause_pressed   lda     Vec_Button_1_1
                ora     Vec_Button_2_1
                beq     .end
                ldb     game_state
                stb     v_paused_state
                clr     v_pause_item
                lda     #EVENT_PAUSE
                jsr     sound_event_play
                jsr     sticks_rest
                ldd     #READ_2_Y<<8|STICK_WAIT
                sta     Vec_Joy_Mux_2_Y ; read with one player, too; what it showed last is old
                stb     v_stick_2y
                lda     #STATE_PAUSE
                jsr     state_enter
                inc     v_status_stale
                jsr     screen_draw
                lda     #1
.end            rts

                bss
v_paused_state  rmb     1
                code

; pause_draw: draw what the pause offers, in the board's frame
;   in       v_pause_item, DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 20000           vectors <= 130
;   stack    10
pause_draw      jsr     border_draw
                lda     #LIGHT_TITLE
                jsr     Intensity_a
                ldu     #str_pause
                jsr     letters_draw_big
                clr     v_menu_line
                ldu     #str_pauses
.line           ldb     v_pause_item
                jsr     choice_write
                cmpa    #PAUSE_COUNT
                bne     .line
                jsr     choice_mark
                jmp     status_draw

str_pause       text_big PAUSE_TITLE_Y,"PAUSE"
str_pauses      text_near PAUSE_Y,"RESUME"
                text_near PAUSE_Y-MENU_LINE,"UNDO"
                text_near PAUSE_Y-2*MENU_LINE,"NEW GAME"
                text_near PAUSE_Y-3*MENU_LINE,"MENU"
