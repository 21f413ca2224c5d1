; undo.asm: the last move taken back
;
; what:     the board before the player's last move is kept, five squares in a byte; the pause
;           brings it back
; DP:       any
; RAM:      v_undo, v_undo_count, v_undo_passes
;
; A square is 0 empty, 1 white or 2 black; the first of a byte counts 81, the last one 1.

UNDO_BYTES      equ     (CELL_COUNT+4)/5
UNDO_SLICE      equ     4               ; bytes that a frame has time for

; undo_save: keep the next bytes of the board; after the last one the move is made
;   in       v_find_at = bytes kept, board, move_count, pass_count
;   out      v_undo, v_find_at; at the end v_undo_count, v_undo_passes, v_phase
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 1300
;   stack    5
undo_save       lda     v_find_at
                ldu     #v_undo
                leau    a,u
                ldb     #5
                mul                     ; squares kept
                ldx     #board+BOARD_FIRST
                abx
                lsrb
                lsrb
                lsrb
                aslb                    ; and the borders passed
                abx
                lda     #UNDO_SLICE
                pshs    a
.byte           lda     #5
                clrb
                pshs    d
.square         cmpx    #board+BOARD_LAST
                bhi     .end            ; the last byte has four squares
                lda     ,x+
                bpl     .inside
                leax    1,x
                lda     ,x+
.inside         beq     .add
                deca
.add            adda    1,s
                adda    1,s
                adda    1,s
                sta     1,s
                dec     ,s
                bne     .square
                puls    d
                stb     ,u+
                inc     v_find_at
                dec     ,s
                bne     .byte
                puls    a,pc
.end            puls    d
                lda     #3
                mul                     ; the square that is missing
                stb     ,u
                lda     move_count
                inca
                sta     v_undo_count
                lda     pass_count
                sta     v_undo_passes
                lda     #PHASE_PLACE
                sta     v_phase
                puls    a,pc

; undo_restore: bring the kept board back; its moves are looked for next
;   in       v_undo, v_undo_count, v_undo_passes, human_side
;   out      board, black_count, white_count, move_count, pass_count, last_move, current_player;
;            v_undo_count = 0
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 7500
;   stack    6
undo_restore    ldx     #board+BOARD_FIRST
                ldu     #v_undo
.byte           ldb     ,u+
                ldy     #tbl_thirds
.square         lda     ,x
                bpl     .inside
                leax    2,x
.inside         clra
.third          subb    ,y
                bcs     .less
                inca
                bra     .third
.less           addb    ,y+
                tsta
                beq     .put
                inca
.put            sta     ,x+
                cmpx    #board+BOARD_LAST
                bhi     .end
                cmpy    #tbl_thirds_end
                bne     .square
                bra     .byte
.end            lda     v_undo_count
                deca
                sta     move_count
                clr     v_undo_count
                lda     v_undo_passes
                sta     pass_count
                clr     last_move
                lda     human_side
                sta     current_player
                jsr     discs_count
                jmp     turn_find

tbl_thirds      fcb     81,27,9,3,1
tbl_thirds_end

; undo_begin: take back the player's last move and what followed it
;   in       v_undo_count, DP = $D0
;   out      A = the event to be heard
;   changes  A B X CC           keeps  Y U DP S
;   stack    6
undo_begin      lda     v_undo_count
                beq     .none
                jsr     board_leave
                lda     #PHASE_UNDO
                sta     v_phase
                lda     #STATE_FLIP     ; there is nothing to turn
                jsr     state_enter
                lda     #EVENT_UNDO
                rts
.none           lda     #EVENT_REFUSED
                rts
