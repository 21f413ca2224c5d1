; title.asm: the title, the menu, and what is said about the game
;
; what:     the name in large letters, five lines to choose from, what the buttons do
; DP:       $D0
; RAM:      the cells of lib/menu.asm

MENU_SKILL      equ     0               ; the lines of the menu; 4 on the first two begins a game
MENU_TWO        equ     1
MENU_SIDE       equ     2
MENU_FIRST      equ     3
MENU_ABOUT      equ     4
MENU_COUNT      equ     5
MENU_MARK_GAP_HALVES equ 16             ; lib/menu.asm wants it
MENU_Y          equ     40              ; first line
MENU_LINE       equ     24
ABOUT_LINE      equ     20
TITLE_Y         equ     96
ADVICE_Y        equ     -90
BUTTONS_Y       equ     -108            ; a wide line: longer steps
LIGHT_TEXT      equ     $58
LIGHT_TITLE     equ     $7F
ABOUT_COUNT     equ     7

; menu_enter: show the title and its menu, start its tune
;   in       none
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   stack    7
menu_enter      clr     message
                jsr     menu_begin
                jmp     sticks_rest

; menu_frame: one frame of the menu
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    20
menu_frame      jsr     menu_step
                jsr     attract_due
                beq     attract_begin
                lda     Vec_Joy_1_X
                ldx     #v_stick_1y
                jsr     stick_step
                beq     .buttons
                bsr     menu_change
.buttons        lda     Vec_Button_1_4
                beq     .title
                lda     v_menu
                beq     .one
                cmpa    #MENU_TWO
                beq     .two
                cmpa    #MENU_ABOUT
                beq     .about
                lda     #1
                bsr     menu_change
.title          jmp     title_draw
.about          lda     #STATE_ABOUT
                jsr     state_enter
                bra     .title
.two            lda     #MODE_TWO
.one            sta     game_mode
                jsr     game_start
                jmp     screen_draw

; attract_begin: let the computer play itself
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    20
attract_begin   lda     #MODE_TWO
                sta     game_mode
                sta     v_attract
                lda     skill
                sta     v_attract_skill
                lda     #SKILL_NOVICE
                sta     skill
                jsr     game_start
                lda     #MESSAGE_ATTRACT
                jsr     message_begin
                jmp     screen_draw

; attract_check: go to the menu if somebody has pressed a button while the computer plays itself
;   in       v_attract, the buttons as read last
;   out      Z clear: so it is
;   changes  A B X CC           keeps  Y U DP S
;   stack    9
attract_check   jsr     attract_left
                bne     attract_end
                rts

; attract_end: go to the menu, with the skill that was chosen there
;   in       v_attract_skill
;   out      Z clear
;   changes  A B X CC           keeps  Y U DP S
;   stack    9
attract_end     lda     v_attract_skill
                sta     skill
                jsr     menu_enter
                lda     #1
                rts

                bss
v_attract_skill rmb     1               ; what was chosen in the menu
                code

; menu_change: change the setting that is chosen
;   in       A = 1 or -1; v_menu
;   out      skill, human_side or first_player
;   changes  A B X CC           keeps  Y U DP S
;   stack    4
menu_change     ldb     v_menu
                beq     .skill
                ldx     #human_side
                cmpb    #MENU_SIDE
                beq     .side
                ldx     #first_player
                cmpb    #MENU_FIRST
                bne     .edge
.side           lda     ,x
                eora    #OTHER
                sta     ,x
                bra     .done
.skill          adda    skill
                cmpa    #SKILL_MASTER
                bhi     .edge           ; also below 0
                sta     skill
.done           lda     #EVENT_MOVE
                jmp     sound_event_play
.edge           lda     #EVENT_EDGE
                jmp     sound_event_play

; title_draw: draw the title and the menu
;   in       v_menu, skill, human_side, first_player, DP = $D0
;   out      none
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 27000           vectors <= 120
;   stack    12
title_draw      lda     #LIGHT_TITLE
                jsr     Intensity_a
                ldu     #str_title
                jsr     letters_draw_big
                clrb
.line           pshs    b
                aslb
                ldx     #tbl_menu
                ldu     b,x
                lda     ,s
                beq     .skill
                cmpa    #MENU_SIDE
                beq     .side
                cmpa    #MENU_FIRST
                bne     .text
                lda     first_player
                bra     .colour
.side           lda     human_side
.colour         suba    #WHITE
                bra     .choose
.skill          lda     skill
.choose         ldb     #LINE_LENGTH
                mul
                leau    d,u
.text           ldb     #LIGHT_OTHER
                lda     ,s
                cmpa    v_menu
                bne     .write
                ldb     #LIGHT_CHOSEN
.write          pshs    b
                ldb     #MENU_LINE
                mul
                negb
                addb    #MENU_Y
                tfr     b,a
                puls    b
                jsr     line_write
                puls    b
                incb
                cmpb    #MENU_COUNT
                bne     .line
                ldx     #tbl_advice
                ldb     v_menu
                aslb
                ldu     b,x
                ldd     #(ADVICE_Y&$FF)<<8|LIGHT_CHOSEN
                jsr     line_write
                lda     #BUTTONS_Y
                ldu     #str_buttons
                jmp     wide_draw

; about_frame: what is said about the game, until a button is pressed
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    20
about_frame     lda     #LIGHT_TITLE
                jsr     Intensity_a
                ldu     #str_title
                jsr     letters_draw_big
                ldu     #str_about
                lda     #MENU_Y
.line           pshs    a,u
                ldb     #LIGHT_TEXT
                jsr     line_write
                puls    a,u
                leau    LINE_LENGTH,u
                suba    #ABOUT_LINE
                cmpu    #str_about+ABOUT_COUNT*LINE_LENGTH
                bne     .line
                lda     Vec_Buttons
                lbne    menu_enter
                rts

str_title       text_big TITLE_Y,"REVERSI"

tbl_menu        fdb     str_skills,str_two,str_sides,str_firsts,str_to_about
tbl_advice      fdb     str_begins,str_begins,str_changes,str_changes,str_shows

                glyphs
str_skills      fcc     "AGAINST BEGINNER"
                fcc     " AGAINST NOVICE "
                fcc     " AGAINST EXPERT "
                fcc     " AGAINST MASTER "
str_two         fcc     "  TWO  PLAYERS  "
str_sides       fcc     " YOU PLAY WHITE "
                fcc     " YOU PLAY BLACK "
str_firsts      fcc     "WHITE GOES FIRST"
                fcc     "BLACK GOES FIRST"
str_to_about    fcc     "   THE  RULES   "
str_begins      fcc     "    4 STARTS    "
str_changes     fcc     "  4 CHANGES IT  "
str_shows       fcc     "  4 SHOWS THEM  "
str_buttons     fcc     "3 HINT 2 PASS 1 STOP"
str_about       fcc     "PLACE A DISC SO "
                fcc     "THAT YOUR DISCS "
                fcc     "STAND AT BOTH   "
                fcc     "ENDS OF A ROW OF"
                fcc     "THE OTHERS: THEY"
                fcc     "BECOME YOURS.   "
                fcc     "MOST DISCS WIN. "
                cmap
