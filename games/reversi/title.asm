; title.asm: the title, the menu, and what is said about the game
;
; what:     the name in large letters, five lines to choose from; a column of discs that turn, with
;           the rules and the buttons next to it
; DP:       $D0
; RAM:      the cells of lib/menu.asm

MENU_SKILL      equ     0               ; the lines of the menu; 4 on the first two begins a game
MENU_TWO        equ     1
MENU_SIDE       equ     2
MENU_FIRST      equ     3
MENU_ABOUT      equ     4
MENU_COUNT      equ     5
MENU_NEAR       equ     MENU_COUNT
MENU_MARK_GAP_HALVES equ 20             ; from the mark to the line
MENU_Y          equ     44              ; first line
MENU_LINE       equ     26
TITLE_Y         equ     100
TITLE_X         equ     -63             ; disc and name together stand in the middle
TITLE_DISC_X    equ     -88
HINT_COUNT      equ     3
HINT_MATCH      equ     2
LIGHT_TEXT      equ     $60
LIGHT_TITLE     equ     $7F

; menu_enter: show the title and its menu, start its tune
;   in       none
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   stack    7
menu_enter      clr     message
                jsr     hint_start
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
                jsr     menu_change
.buttons        lda     Vec_Button_1_3
                beq     .length
                jsr     melody_switch
.length         lda     Vec_Button_1_2
                beq     .chosen
                bsr     match_change
.chosen         lda     Vec_Button_1_4
                beq     .title
                lda     v_menu
                beq     .one
                cmpa    #MENU_TWO
                beq     .two
                cmpa    #MENU_ABOUT
                beq     .about
                lda     #1
                jsr     menu_change
.title          jmp     title_draw
.about          jsr     about_enter
                bra     .title
.two            lda     #MODE_TWO
.one            sta     game_mode
                jsr     match_begin
                jsr     game_start
                jmp     screen_draw

; match_change: choose the next length of a match; the line below the menu shows it
;   in       v_match
;   out      v_match, v_hint, v_hint_timer
;   changes  A X CC             keeps  B Y U DP S
;   stack    4
match_change    lda     v_match
                inca
                anda    #MATCH_LENGTHS-1
                sta     v_match
                jsr     hint_start
                lda     #HINT_MATCH
                sta     v_hint
                lda     #EVENT_MOVE
                jmp     sound_event_play

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
                jsr     match_begin
                jsr     game_start
                lda     #MESSAGE_ATTRACT
                jsr     message_begin
                jmp     screen_draw

; attract_check: go to the menu if a button was pressed while the computer plays itself
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
;   in       v_menu, skill, human_side, first_player, v_match, DP = $D0
;   out      none
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 28600           vectors <= 260
;   stack    12
title_draw      lda     #LIGHT_TITLE
                jsr     Intensity_a
                ldu     #str_title
                jsr     letters_draw_big
                lda     #LIGHT_DISCS
                jsr     Intensity_a
                bsr     title_disc
                clr     v_menu_line
.line           ldx     #tbl_menu
                lda     v_menu_line
                asla
                asla
                leax    a,x
                lda     [,x]
                ldx     2,x
                asla
                ldu     a,x
                ldb     v_menu
                jsr     choice_write
                cmpa    #MENU_COUNT
                bne     .line
                bsr     menu_mark
                lda     #HINT_COUNT
                jsr     hint_turn       ; the line below the menu
                ldx     #tbl_advice
                ldb     v_menu
                tsta
                beq     .hint
                ldx     #tbl_matches
                ldb     v_match
                deca
                bne     .hint
                ldx     #tbl_music
                ldb     v_quiet
                andb    #1
.hint           aslb
                ldu     b,x
                jmp     line_sweep

; menu_mark: mark the chosen line: arrows at both sides of what the stick changes
;   in       v_menu, v_menu_mark, DP = $D0
;   out      none
;   changes  A B X U CC         keeps  Y DP S
;   stack    8
menu_mark       lda     v_menu
                cmpa    #MENU_TWO
                beq     .fixed
                cmpa    #MENU_ABOUT
.fixed          lbeq    choice_mark
                lda     #LIGHT_CHOSEN
                jsr     Intensity_a
                lda     #'<'
                bsr     .arrow
                ldb     v_menu_mark+1   ; its place at the left, before it was drawn
                negb
                subb    #LETTER_WIDE
                stb     v_menu_mark+1
                lda     #'>'
.arrow          ldb     #TEXT_END
                std     v_menu_mark+2
                ldu     #v_menu_mark
                jmp     letters_draw

; title_disc: draw a disc before the title, which turns every 2.6 seconds
;   in       frame_counter, DP = $D0
;   out      the beam zeroed
;   changes  A B X CC           keeps  Y U DP S
;   stack    6
title_disc      pshs    y
                lda     frame_counter
                lsra
                anda    #$7E
                ldx     #tbl_title_discs
                ldx     a,x
                ldd     #TITLE_Y<<8|TITLE_DISC_X&$FF
                jsr     beam_place
                lda     #2*LETTER_CYCLES-RAMP_EXTRA
                sta     <VIA_t1_cnt_lo
                letter_strokes 2*LETTER_CYCLES
                lda     #VIA_ZERO
                sta     <VIA_cntl
                puls    y,pc

; title_shape: a disc of six sides around the point above which it stands
title_shape     macro   foot,side,wide
                dark    foot,0
                lit     (12-2*(foot)-(side))/2,wide
                lit     side,0
                lit     (12-2*(foot)-(side))/2,-(wide)
                lit     -(12-2*(foot)-(side))/2,-(wide)
                lit     -(side),0
                lit     -(12-2*(foot)-(side))/2,wide
                strokes_end
                endm

vl_white        title_shape 0,6,7
vl_white_oblique title_shape 0,6,5
vl_white_narrow title_shape 0,6,2
vl_edge         dark    1,0
                lit     10,0
                strokes_end
vl_black_narrow title_shape 2,4,1
vl_black_oblique title_shape 2,4,3
vl_black        title_shape 2,4,4

; The disc for four frames each; it shows both colours in 256 frames
tbl_title_discs fdb     vl_white_oblique,vl_white_narrow,vl_edge,vl_black_narrow,vl_black_oblique
                rept    27
                fdb     vl_black
                endr
                fdb     vl_black_oblique,vl_black_narrow,vl_edge,vl_white_narrow,vl_white_oblique
                rept    27
                fdb     vl_white
                endr

; The lines of the menu: the cell that chooses the words, and the words for 0, 1, ...
tbl_menu        fdb     skill,tbl_skills
                fdb     tbl_one,tbl_two
                fdb     human_side,tbl_sides-2*WHITE
                fdb     first_player,tbl_firsts-2*WHITE
                fdb     tbl_one,tbl_about
tbl_one         fcb     0               ; words that never change
tbl_skills      fdb     str_beginner,str_novice,str_expert,str_master
tbl_two         fdb     str_two
tbl_sides       fdb     str_you_white,str_you_black
tbl_firsts      fdb     str_white_first,str_black_first
tbl_about       fdb     str_rules
tbl_advice      fdb     str_level,str_starts,str_changes,str_changes,str_shows
tbl_music       fdb     str_music_off,str_music_on
tbl_matches     fdb     str_match_1,str_match_3,str_match_5,str_match_7

str_title       fcb     TITLE_Y,TITLE_X
                fcc     "REVERSI"
                fcb     TEXT_END
str_beginner    text_near MENU_Y,"BEGINNER"
str_novice      text_near MENU_Y,"NOVICE"
str_expert      text_near MENU_Y,"EXPERT"
str_master      text_near MENU_Y,"MASTER"
str_two         text_near MENU_Y-MENU_LINE,"2 PLAYERS"
str_you_white   text_near MENU_Y-2*MENU_LINE,"YOU WHITE"
str_you_black   text_near MENU_Y-2*MENU_LINE,"YOU BLACK"
str_white_first text_near MENU_Y-3*MENU_LINE,"WHITE 1ST"
str_black_first text_near MENU_Y-3*MENU_LINE,"BLACK 1ST"
str_rules       text_near MENU_Y-4*MENU_LINE,"RULES"

; The line below the menu: as long as the one below the board
                glyphs
str_music_off   fcc     "    3 MUSIC OFF     "
str_music_on    fcc     "     3 MUSIC ON     "
str_level       fcc     " <> LEVEL  4 STARTS "
str_starts      fcc     "      4 STARTS      "
str_changes     fcc     "     <> CHANGES     "
str_shows       fcc     "    4 SHOWS THEM    "
str_match_1     fcc     " 2 MATCH: ONE GAME  "
str_match_3     fcc     " 2 MATCH: BEST OF 3 "
str_match_5     fcc     " 2 MATCH: BEST OF 5 "
str_match_7     fcc     " 2 MATCH: BEST OF 7 "
                cmap
                assert  *-str_match_7 = STATUS_LENGTH

; ---- About -----------------------------------------------------------------------------

ABOUT_X         equ     -56             ; where its lines begin
ABOUT_Y         equ     56
ABOUT_LINE      equ     24
ABOUT_FRAMES    equ     200             ; a page is shown so long
ABOUT_FIRST     equ     5               ; steps until a disc is placed at the column's end
ABOUT_STEP      equ     3               ; from disc to disc

; about_enter: show what the game is about
;   in       none
;   out      none
;   changes  A CC               keeps  B X Y U DP S
;   stack    4
about_enter     clr     frame_counter
                clr     v_about_page
                lda     #ABOUT_FRAMES
                sta     v_timer
                lda     #STATE_ABOUT
                jmp     state_enter

v_about_page    equ     v_flips         ; no disc turns meanwhile

; about_frame: what is said about the game, in three pages by turns, until a button is pressed
;   in       v_timer, v_about_page, DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    20
about_frame     jsr     cells_clear
                bsr     about_discs
                jsr     discs_draw
                dec     v_timer
                bne     .page
                lda     #ABOUT_FRAMES
                sta     v_timer
                lda     v_about_page
                inca
                cmpa    #ABOUT_PAGES
                bne     .turn
                clra
.turn           sta     v_about_page
.page           ldx     #tbl_pages
                lda     v_about_page
                asla
                asla
                leax    a,x
                ldu     ,x
                pshs    x
.line           jsr     text_draw
                ldx     ,s
                cmpu    4,x             ; where the next page's lines begin
                bne     .line
                puls    x
                ldu     2,x
                jsr     line_sweep
                lda     Vec_Buttons
                lbne    menu_enter
                rts

; about_discs: a column of discs: one is placed at its end, then those between turn
;   in       frame_counter; v_cells clear
;   out      v_cells
;   changes  A B X U CC         keeps  Y DP S
;   stack    10
about_discs     lda     frame_counter
                lsra
                lsra
                anda    #$1F
                suba    #ABOUT_FIRST    ; steps since a disc was placed
                pshs    a
                lda     #SQ_A7
                ldb     #CELL_BLACK
                bsr     .put
                lda     #SQ_A3
                tst     ,s
                bpl     .placed
                ldb     #CELL_DOT       ; before the first move
.placed         bsr     .put
                lda     #SQ_A4
.disc           pshs    a
                lda     1,s
                suba    #ABOUT_STEP
                sta     1,s
                bpl     .turns
                clra
.turns          cmpa    #tbl_turn_end-tbl_turn-1
                bls     .shape
                lda     #tbl_turn_end-tbl_turn-1
.shape          ldx     #tbl_turn
                ldb     a,x
                puls    a
                bsr     .put
                adda    #BOARD_STEP
                cmpa    #SQ_A7
                bne     .disc
                puls    a,pc
.put            pshs    a
                jsr     cell_of
                stb     ,u
                puls    a,pc

tbl_turn        fcb     CELL_WHITE,CELL_WHITE_OBLIQUE,CELL_WHITE_NARROW,CELL_EDGE
                fcb     CELL_BLACK_NARROW,CELL_BLACK_OBLIQUE,CELL_BLACK
tbl_turn_end

; beside: a line next to the column
beside          macro   up,words
                fcb     up,ABOUT_X
                fcc     words
                fcb     TEXT_END
                endm

str_about       beside  ABOUT_Y,"ENCLOSE THEM"
                beside  ABOUT_Y-ABOUT_LINE,"THEY TURN"
                beside  ABOUT_Y-2*ABOUT_LINE,"MOST DISCS WIN"
str_buttons     beside  ABOUT_Y,"STICK MOVES"
                beside  ABOUT_Y-ABOUT_LINE,"4 PLACES"
                beside  ABOUT_Y-2*ABOUT_LINE,"3 HINTS"
                beside  ABOUT_Y-3*ABOUT_LINE,"2 PASSES"
                beside  ABOUT_Y-4*ABOUT_LINE,"1 PAUSE - UNDO"
str_version     beside  ABOUT_Y,"REVERSI"
                beside  ABOUT_Y-ABOUT_LINE,"VERSION 0.1.0"
                beside  ABOUT_Y-2*ABOUT_LINE,"MIT LICENSE"
str_pages_end

; The pages: each one's lines, which end where the next page's begin, and the line below
tbl_pages       fdb     str_about,str_signs
                fdb     str_buttons,str_count
                fdb     str_version,str_authors
                fdb     str_pages_end
ABOUT_PAGES     equ     3

; The lines below: as long as the one below the board
                glyphs
str_signs       fcc     "  @ BLACK  $ WHITE  "
str_count       fcc     "  < IS YOUR COUNT   "
str_authors     fcc     " 2026 VECX AUTHORS  "
                cmap
                assert  *-str_signs = 3*STATUS_LENGTH
