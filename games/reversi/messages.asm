; messages.asm: the line of text below the board
;
; what:     the scores, and between them the message, part after part
; DP:       any
; RAM:      message, v_part, v_part_timer, v_status

PART_LENGTH     equ     12
STATUS_PART     equ     4               ; where it stands in v_status: behind black's score
PART_FRAMES     equ     60              ; a part is shown so long
STATUS_WAIT     equ     3               ; frames until it is written: its sound comes first
PART_END        equ     $80

MESSAGE_NONE    equ     0
MESSAGE_CROSS   equ     1
MESSAGE_NO_PASS equ     2
MESSAGE_PASS    equ     3
MESSAGE_TIE     equ     4
MESSAGE_WON     equ     5
MESSAGE_LOST    equ     6
MESSAGE_BLACK   equ     7
MESSAGE_WHITE   equ     8
MESSAGE_THINKING equ    9
MESSAGE_TURN    equ     10
MESSAGE_ATTRACT equ     11
MESSAGE_ONLY    equ     12              ; the reasons of a hint
MESSAGE_CORNER  equ     13
MESSAGE_EDGE    equ     14
MESSAGE_MOBILITY equ    15
MESSAGE_DISCS   equ     16

; message_show: begin with a message; while the computer plays itself nothing is said but the result
;   in       A = MESSAGE_*
;   out      message, v_part, v_part_timer, v_status_stale
;   changes  A CC               keeps  B X Y U DP S
;   stack    2
message_show    tst     v_attract
                beq     message_begin
                cmpa    #MESSAGE_TIE
                blo     .quiet
                cmpa    #MESSAGE_WHITE
                bls     message_begin
.quiet          rts

; message_begin: the same, for both players
;   in       A = MESSAGE_*
;   out      message, v_part, v_part_timer, v_status_stale
;   changes  A CC               keeps  B X Y U DP S
;   stack    2
message_begin   sta     message
                clr     v_part
                lda     #STATUS_WAIT
                sta     v_status_stale
                lda     #PART_FRAMES
                sta     v_part_timer
                rts

; message_step: go on to the next part; after the last one begin again
;   in       message
;   out      A = 0 if the last part has just ended; v_part, v_status_stale
;   changes  A B X CC           keeps  Y U DP S
;   stack    4
message_step    dec     v_part_timer
                bne     .end
                lda     #STATUS_WAIT
                sta     v_status_stale
                lda     #PART_FRAMES
                sta     v_part_timer
                inc     v_part
                jsr     message_part
                lda     ,x
                bpl     .end
                clr     v_part
                clra
                rts
.end            lda     #1
                rts

; message_part: find the part that is shown
;   in       message, v_part, game_state, game_mode, current_player, human_side, v_match
;   out      X = its text, or PART_END after the last; a blank in the pause
;   changes  A B X CC           keeps  Y U DP S
;   stack    2
message_part    ldb     message
                ldx     #str_none
                lda     game_state
                cmpa    #STATE_PAUSE
                beq     .end
                cmpb    #MESSAGE_TURN
                bne     .pass
                lda     game_mode
                beq     .found
                ldx     #str_black_moves
                lda     current_player
                cmpa    #BLACK
                beq     .part
                ldx     #str_white_moves
                bra     .part
.pass           cmpb    #MESSAGE_PASS
                bne     .found
                lda     game_mode
                bne     .found
                lda     current_player
                cmpa    human_side
                beq     .found
                ldx     #str_cpu_passes
                bra     .part
.found          cmpb    #MESSAGE_TIE
                blo     .listed
                cmpb    #MESSAGE_WHITE
                lbls    over_text
.listed         aslb
                ldx     #tbl_messages
                ldx     b,x
.part           lda     v_part
                ldb     #PART_LENGTH
                mul
                abx
.end            rts

; status_make: write the scores and the message's part
;   in       black_count, white_count, after the end v_counted; message, v_part, game_mode,
;            human_side
;   out      v_status
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 760
;   stack    5
status_make     ldx     #black_count
                lda     game_state
                cmpa    #STATE_OVER
                bne     .counts
                lda     v_phase         ; OVER_LAST
                beq     .counts
                ldx     #v_counted
.counts         ldd     ,x
                pshs    b
                ldu     #v_status
                ldb     #GLYPH_BLACK
                stb     ,u+
                bsr     two_digits
                ldd     #BLACK<<8|GLYPH_LEFT
                bsr     mine_mark
                jsr     message_part
                ldb     #PART_LENGTH
.letter         lda     ,x+
                bmi     .blank
                cmpa    #GLYPH_MOVER
                bne     .put
                lda     current_player
                eora    #GLYPH_BLACK^BLACK
                bra     .put
.blank          clra
                leax    -1,x
.put            sta     ,u+
                decb
                bne     .letter
                ldd     #WHITE<<8|GLYPH_RIGHT
                bsr     mine_mark
                lda     #GLYPH_WHITE
                sta     ,u+
                puls    a
; falls into two_digits

; two_digits: write a number below 100
;   in       A = number, U = where to
;   out      U moved on
;   changes  A B U CC           keeps  X Y DP S
;   stack    2
two_digits      ldb     #GLYPH_0
.ten            suba    #10
                blo     .done
                incb
                bra     .ten
.done           cmpb    #GLYPH_0
                bne     .put
                ldb     #GLYPH_SPACE
.put            stb     ,u+
                adda    #10+GLYPH_0
                sta     ,u+
                rts

; mine_mark: write an arrow at a count if it is the player's
;   in       A = colour, B = arrow, U = where to; game_mode, human_side
;   out      U moved on
;   changes  B U CC             keeps  A X Y DP S
;   stack    2
mine_mark       tst     game_mode
                bne     .blank
                cmpa    human_side
                beq     .put
.blank          clrb
.put            stb     ,u+
                rts

tbl_messages    fdb     str_none,str_cross,str_no_pass,str_pass,str_none,str_none,str_none
                fdb     str_none,str_none,str_thinking,str_you_move,str_attract
                fdb     str_only,str_corner,str_edge,str_mobility,str_discs

tbl_best_of     fdb     str_best_of_3,str_best_of_5,str_best_of_7

                glyphs
                assert  (GLYPH_WHITE^WHITE) = (GLYPH_BLACK^BLACK), "a disc is known by its colour"
str_none        fcc     "            "
                fcb     PART_END
str_cross       fcc     "YOU MAY ONLY"
                fcc     " MOVE TO A  "
                fcc     "SPACE WHERE "
                fcc     " THE CURSOR "
                fcc     "IS A CROSS. "
                fcb     PART_END
str_no_pass     fcc     "YOU MAY NOT "
                fcc     " PASS. MOVE "
                fcc     " WHERE THE  "
                fcc     " CURSOR IS  "
                fcc     "  A CROSS.  "
                fcb     PART_END
str_pass        fcc     "  YOU MUST  "
                fcc     "    PASS    "
                fcc     "  BUTTON 2  "
                fcb     PART_END
str_cpu_passes  fcc     " CPU PASSES "
                fcb     PART_END
str_again       fcc     " 4 NEW GAME "
                fcb     PART_END
str_to_menu     fcc     "   1 MENU   "
                fcb     PART_END
str_name        fcc     "  REVERSI   "
                fcb     PART_END
str_press       fcc     "PRESS BUTTON"
                fcb     PART_END
str_match_over  fcc     " MATCH OVER "
                fcb     PART_END
str_best_of_3   fcc     " BEST OF 3  "
                fcb     PART_END
str_best_of_5   fcc     " BEST OF 5  "
                fcb     PART_END
str_best_of_7   fcc     " BEST OF 7  "
                fcb     PART_END
str_thinking    fcc     "  THINKING  "
                fcc     " 4 PLAY NOW "
                fcb     PART_END
str_attract     fcc     "  REVERSI   "
                fcc     "ENCLOSE THEM"
                fcc     "THEY BECOME "
                fcc     "   YOURS    "
                fcc     "STICK MOVES "
                fcc     "  4 PLACES  "
                fcc     "  3 A HINT  "
                fcc     "  2 PASSES  "
                fcc     "  1 PAUSES  "
                fcb     PART_END
str_only        fcc     " ONLY MOVE  "
                fcb     PART_END
str_corner      fcc     "   CORNER   "
                fcb     PART_END
str_edge        fcc     "    EDGE    "
                fcb     PART_END
str_mobility    fcc     "  MOBILITY  "
                fcb     PART_END
str_discs       fcc     " MOST DISCS "
                fcb     PART_END
str_you_move    fcc     " # YOU MOVE "
                fcb     PART_END
str_black_moves fcc     "BLACK MOVES "
                fcb     PART_END
str_white_moves fcc     "WHITE MOVES "
                fcb     PART_END
                cmap
