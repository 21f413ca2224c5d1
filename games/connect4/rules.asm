; rules.asm: what a move is, and what wins
;
; what:     the two routines of Connect-4 that know the rules
; DP:       any
; RAM:      the cells of connect4.asm named in each contract

; drop_token_validated: drop the current player's token in the cursor's column
;   in       cursor_col, current_player
;   out      A = 0: dropped, last_row last_col move_count current_player changed
;            A = 1: the column is full or does not exist, nothing changed
;   changes  A X CC             keeps  B Y U DP S
;   cycles   <= 200
;   stack    2
drop_token_validated
                lda     cursor_col
                cmpa    #COLUMN_COUNT
                bhs     .refused
                ldx     #game_board
                leax    a,x
                clra                    ; row 0 is the bottom
.look           tst     ,x
                beq     .free
                leax    COLUMN_COUNT,x
                inca
                cmpa    #ROW_COUNT
                blo     .look
.refused        lda     #1
                rts
.free           sta     last_row
                lda     cursor_col
                sta     last_col
                lda     current_player
                sta     ,x
                eora    #PLAYER_X^PLAYER_O
                sta     current_player
                inc     move_count
                clra
                rts

; check_win: see whether the token placed last is part of a line of four
;   in       last_row, last_col, the board
;   out      A = 1: it is, win_cells holds the indices of four of the line; else A = 0
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 4200
;   stack    8
check_win       ldy     #tbl_directions
.direction      bsr     check_direction
                tsta
                bne     .end
                leay    2,y
                cmpy    #tbl_directions_end
                bne     .direction
.end            rts

; check_direction: the same for one of the four directions
;   in       Y = step in tbl_directions, last_row, last_col, the board
;   out      A as check_win
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 1100
;   stack    4
check_direction lda     last_row
                ldb     last_col
                bsr     cell_read
                beq     .none           ; no token there
                sta     temp_type
                lda     last_row        ; go back to where the line begins
                sta     temp_row
                lda     last_col
                sta     temp_col
.back           lda     temp_row
                suba    ,y
                ldb     temp_col
                subb    1,y
                bsr     cell_read
                cmpa    temp_type
                bne     .forward
                lda     temp_row
                suba    ,y
                sta     temp_row
                lda     temp_col
                suba    1,y
                sta     temp_col
                bra     .back
.forward        ldu     #win_cells      ; and count forward
.count          lda     temp_row
                ldb     temp_col
                bsr     cell_read
                cmpa    temp_type
                bne     .none
                ldb     temp_index
                stb     ,u+
                cmpu    #win_cells+LINE_LENGTH
                beq     .won
                lda     temp_row
                adda    ,y
                sta     temp_row
                lda     temp_col
                adda    1,y
                sta     temp_col
                bra     .count
.none           clra
                rts
.won            lda     #1
                rts

tbl_directions  fcb     0,1             ; row, column: along a row,
                fcb     1,0             ; up a column,
                fcb     1,1             ; and both diagonals
                fcb     1,-1
tbl_directions_end

; cell_read: read a cell of the board
;   in       A = row, B = column, both may lie outside
;   out      A = 0 empty or outside, 1 X, 2 O, flags as A; temp_index = its index
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 60
;   stack    2
cell_read       cmpa    #ROW_COUNT
                bhs     .outside        ; also below 0
                cmpb    #COLUMN_COUNT
                bhs     .outside
                stb     temp_index
                ldb     #COLUMN_COUNT
                mul
                addb    temp_index
                stb     temp_index
                ldx     #game_board
                lda     b,x
                rts
.outside        clra
                rts

; cell_split: row and column of a cell
;   in       A = index, 0 to 41
;   out      A = row, B = column
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 80
;   stack    2
cell_split      tfr     a,b
                lda     #-1
.row            inca
                subb    #COLUMN_COUNT
                bhs     .row
                addb    #COLUMN_COUNT
                rts

col_x_table     fcb     -51,-34,-17,0,17,34,51
row_y_table     fcb     -41,-24,-7,10,27,44
                assert  BOARD_LEFT_UNITS = -51 && BOARD_BOTTOM_UNITS = -41 && CELL_SIZE_UNITS = 17
