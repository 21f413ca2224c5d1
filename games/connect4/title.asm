; title.asm: the title and the menu
;
; what:     CONNECT in letters that light up in a wave, a large 4, tokens that fall next to it and
;           pile up, and the five ways to play
; DP:       $D0
; RAM:      v_title_token, v_title_frame, temp_type, temp_index
;
; Places are half units, as beam_place takes them.

TITLE_Y_HALVES  equ     112
TITLE_X_HALVES  equ     -((7*LETTER_PITCH)-LETTER_PITCH+LETTER_WIDE)
FIGURE_Y_HALVES equ     24              ; foot of the 4 and of the tokens next to it
FIGURE_X_HALVES equ     -30
FIGURE_CYCLES   equ     6*LETTER_CYCLES ; six times as large as a letter
TOKENS_X_HALVES equ     66              ; middle of the tokens, left and right
TOKENS_PITCH_HALVES equ 2*TOKEN_RADIUS_UNITS+6
TOKENS_TOP_HALVES equ   82              ; they come from behind CONNECT
TOKENS_MOST     equ     4               ; then the picture is cleared
TOKEN_FRAMES    equ     24              ; from token to token
CLEAR_TOKENS    equ     6               ; after this many times TOKEN_FRAMES they start again

MENU_Y_HALVES   equ     -8              ; first line
MENU_LINE_HALVES equ    18
MENU_HINT_Y_HALVES equ  -124
MENU_MARK_GAP_HALVES equ 20             ; from the mark to the line

                bss
v_title_token   rmb     1               ; tokens that have come
v_title_frame   rmb     1               ; frames since the last one
                code

; title_draw: draw the title and the menu
;   in       v_menu, frame_counter, DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 28600           vectors <= 260
;   stack    12
title_draw      jsr     title_letters
                jsr     title_figure
                jsr     title_tokens
                ldu     #str_menu
                jsr     menu_draw
                lda     Vec_Button_1_4  ; a game begins: that takes time, too
                bne     .end
                lda     #HINT_COUNT
                jsr     hint_turn       ; the line below the menu
                asla
                ldx     #tbl_hints
                cmpa    #2*HINT_MATCH
                bne     .music
                ldx     #tbl_matches
                lda     v_match
                asla
.music          ldu     a,x
                cmpu    #str_music_off
                bne     .line
                tst     v_quiet
                beq     .line
                ldu     #str_music_on
.line           jmp     text_draw
.end            rts

; title_letters: draw CONNECT; the light runs along the letters
;   in       frame_counter, DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    10
title_letters   ldy     #tbl_title
.letter         tfr     y,d
                subb    #tbl_title&$FF
                lsrb
                lsrb
                pshs    b
                ldb     frame_counter
                lsrb
                lsrb
                subb    ,s+
                andb    #7
                ldx     #tbl_wave
                lda     b,x
                jsr     Intensity_a
                tfr     y,u
                jsr     letters_draw_big
                leay    4,y
                cmpy    #tbl_title_end
                bne     .letter
                rts

; title_figure: draw the large 4
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    6
title_figure    jsr     Intensity_7F
                ldd     #(FIGURE_Y_HALVES&$FF)<<8|FIGURE_X_HALVES&$FF
                jsr     beam_place
                pshs    y
                ldx     #vl_4
                lda     #FIGURE_CYCLES-RAMP_EXTRA
                sta     <VIA_t1_cnt_lo
                letter_strokes FIGURE_CYCLES
                lda     #VIA_ZERO
                sta     <VIA_cntl
                puls    y,pc

; title_tokens: let one token after the other fall next to the 4, X left, O right
;   in       v_title_token, v_title_frame, DP = $D0
;   out      both moved on
;   changes  A B X Y U CC       keeps  DP S
;   stack    10
title_tokens    lda     v_title_frame
                inca
                cmpa    #TOKEN_FRAMES
                blo     .frame
                lda     v_title_token
                inca
                cmpa    #CLEAR_TOKENS
                blo     .token
                clra
.token          sta     v_title_token
                clra
.frame          sta     v_title_frame
                clr     temp_index
.next           lda     temp_index
                cmpa    #TOKENS_MOST
                bhs     .end
                cmpa    v_title_token
                bhi     .end
                anda    #1
                inca
                sta     temp_type
                jsr     token_light
                lda     temp_index
                lsra
                ldb     #TOKENS_PITCH_HALVES*2
                mul
                addb    #FIGURE_Y_HALVES
                lda     temp_index
                cmpa    v_title_token
                bne     .lies
                lda     v_title_frame
                cmpa    #tbl_drop_end-tbl_drop
                bhs     .lies
                ldx     #tbl_drop
                addb    a,x
                cmpb    #TOKENS_TOP_HALVES
                ble     .lies
                ldb     #TOKENS_TOP_HALVES
.lies           tfr     b,a
                ldb     #-TOKENS_X_HALVES
                pshs    a
                lda     temp_type
                deca
                puls    a
                beq     .draw
                ldb     #TOKENS_X_HALVES
.draw           jsr     token_draw_at
                inc     temp_index
                bra     .next
.end            rts

tbl_drop        fcb     58,57,56,53,50,46,41,35,28,20,11,1,0,3,4,3
tbl_drop_end

tbl_wave        fcb     $7F,$70,$60,$54,$4C,$50,$5C,$6C

; title_letter: a text of one letter
title_letter    macro   number,letter
                fcb     TITLE_Y_HALVES,TITLE_X_HALVES+number*2*LETTER_PITCH
                fcc     letter
                fcb     TEXT_END
                endm

tbl_title       title_letter 0,"C"
                title_letter 1,"O"
                title_letter 2,"N"
                title_letter 3,"N"
                title_letter 4,"E"
                title_letter 5,"C"
                title_letter 6,"T"
tbl_title_end

vl_4            dark    0,7
                lit     12,0
                lit     -8,-7
                lit     0,10
                strokes_end

str_menu        text_near MENU_Y_HALVES,"2 PLAYERS"
                text_near MENU_Y_HALVES-MENU_LINE_HALVES,"EASY"
                text_near MENU_Y_HALVES-2*MENU_LINE_HALVES,"MEDIUM"
                text_near MENU_Y_HALVES-3*MENU_LINE_HALVES,"GOOD"
                text    MENU_Y_HALVES-4*MENU_LINE_HALVES,"HARD"

HINT_COUNT      equ     4
HINT_MATCH      equ     3               ; the one that tbl_matches holds
tbl_hints       fdb     str_starts,str_music_off,str_match
tbl_matches     fdb     str_match_1,str_match_3,str_match_5,str_match_7
str_starts      text    MENU_HINT_Y_HALVES,"4 STARTS"
str_music_off   text    MENU_HINT_Y_HALVES,"3 MUSIC OFF"
str_music_on    text    MENU_HINT_Y_HALVES,"3 MUSIC ON"
str_match       text    MENU_HINT_Y_HALVES,"2 MATCH"
str_match_1     text    MENU_HINT_Y_HALVES,"ONE GAME"
str_match_3     text    MENU_HINT_Y_HALVES,"BEST OF 3"
str_match_5     text    MENU_HINT_Y_HALVES,"BEST OF 5"
str_match_7     text    MENU_HINT_Y_HALVES,"BEST OF 7"
