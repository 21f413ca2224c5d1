; rules.asm: the rules: legal moves, what they turn, who is ahead
;
; what:     the routines with which other programs may check the rules; any DP
; DP:       any
; RAM:      the cells of reversi.asm named in each contract
;
; A square is empty, white, black or border; the other colour is the own one with its lowest bit
; changed.  A walk ends at the border, which is no disc.

; along: look in one direction from X, A = own colour, B = the other; `found` is assembled where
; an own disc ends a row of others, U being its address
along           macro   step,turn
                cmpb    step,x
                bne     .no\?
                leau    step,x
.walk\?         leau    step,u
                cmpb    ,u
                beq     .walk\?
                cmpa    ,u
                bne     .no\?
.back\?         leau    -(step),u
                cmpb    ,u
                bne     .no\?           ; back at the square itself
                if      turn
                lbsr    disc_turn
                endif
                inc     v_turned
                bra     .back\?
.no\?
                endm

; end_of_flip: find the own disc that ends the row of the other's in one direction
;   in       X = address of the square played, A = step, STEP_NW to STEP_SE; current_player
;   out      X = address of that disc and Z clear; Z set if it does not exist
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 260
;   stack    3
end_of_flip     pshs    a
                leax    a,x
                ldb     current_player
                eorb    #OTHER
                cmpb    ,x
                bne     .none
.walk           lda     ,s
                leax    a,x
                cmpb    ,x
                beq     .walk
                eorb    #OTHER
                cmpb    ,x
                bne     .none
                leas    1,s
                andcc   #$FB            ; Z clear
                rts
.none           leas    1,s
                orcc    #4              ; Z set
                rts

; check_move: count the discs that a move would turn
;   in       A = board index; current_player
;   out      B = how many; Z set if none: the move is not legal
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 1300
;   stack    2
check_move      ldx     #board
                leax    a,x
; falls into check_square

; check_square: the same for X = address
check_square    clr     v_turned
                tst     ,x
                lbne    .end
                lda     current_player
                tfr     a,b
                eorb    #OTHER
                along   STEP_NW,0
                along   STEP_N,0
                along   STEP_NE,0
                along   STEP_W,0
                along   STEP_E,0
                along   STEP_SW,0
                along   STEP_S,0
                along   STEP_SE,0
.end            ldb     v_turned
                rts

; find_moves: list the legal moves of the player to move
;   in       current_player
;   out      legal_moves, legal_count
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 40000
;   stack    6
find_moves      jsr     find_begin
.row            jsr     find_row
                lda     v_find_at
                cmpa    #2*BOARD_SIZE
                blo     .row
                rts

; find_begin: make find_row begin with the first row
;   in       none
;   out      legal_count, v_find_at
;   changes  CC                 keeps  A B X Y U DP S
;   stack    2
find_begin      clr     legal_count
                clr     v_find_at
                rts

; find_row: list the legal moves of half a row
;   in       v_find_at = 0 to 15; current_player
;   out      legal_moves, legal_count, v_find_at one more
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 2600
;   stack    4
find_row        ldb     v_find_at
                inc     v_find_at
                lsrb
                pshs    cc              ; carry: the right half
                lda     #BOARD_STEP
                mul
                ldx     #board+BOARD_FIRST
                abx
                puls    cc
                bcc     .left
                leax    BOARD_SIZE/2,x
.left           ldy     #legal_moves
                ldb     legal_count
                leay    b,y
                ldb     #BOARD_SIZE/2
.square         pshs    b
                jsr     check_square
                beq     .next
                tfr     x,d
                subd    #board
                stb     ,y+
                inc     legal_count
.next           leax    1,x
                puls    b
                decb
                bne     .square
                rts

; execute_move: place a disc and turn the others, one after the other into the list of turned ones
;   in       A = board index of a legal move; current_player
;   out      board, black_count, white_count, move_count, last_move; v_turned = how many turned,
;            v_flips = their indices in that order
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 3500
;   stack    6
execute_move    bsr     move_make
                jmp     discs_count

; move_make: the same without the counts of discs
;   in       A = board index of a legal move; current_player
;   out      board, move_count, last_move, v_turned, v_flips
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 1700
;   stack    4
move_make       sta     last_move
                ldx     #board
                leax    a,x
                ldy     #v_flips
                clr     v_turned
                lda     current_player
                tfr     a,b
                eorb    #OTHER
                along   STEP_NW,1
                along   STEP_N,1
                along   STEP_NE,1
                along   STEP_W,1
                along   STEP_E,1
                along   STEP_SW,1
                along   STEP_S,1
                along   STEP_SE,1
                sta     ,x
                inc     move_count
                rts

; discs_update: bring the counts of discs up to date with a move; discs_count takes too long while
; a tune plays
;   in       v_turned = discs turned, current_player
;   out      black_count, white_count
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 70
;   stack    2
discs_update    lda     v_turned
                inca
                ldb     current_player
                cmpb    #BLACK
                bne     .white
                adda    black_count
                sta     black_count
                lda     white_count
                suba    v_turned
                sta     white_count
                rts
.white          adda    white_count
                sta     white_count
                lda     black_count
                suba    v_turned
                sta     black_count
                rts

; disc_turn: turn one disc and list it
;   in       U = its address, A = the new colour, Y = where the list goes on
;   out      Y
;   changes  Y CC               keeps  A B X U DP S
;   stack    6
disc_turn       sta     ,u
                pshs    d
                tfr     u,d
                subd    #board
                stb     ,y+
                puls    d,pc

; square_count: count the disc at X
square_count    macro
                lda     ,x+
                bne     .disc\?
                leay    -1,y
                bra     .next\?
.disc\?         lsra                    ; black is odd
                bcs     .next\?
                incb
.next\?
                endm

; discs_count: count the discs of both colours
;   in       board
;   out      black_count, white_count
;   changes  A B X Y CC         keeps  U DP S
;   cycles   <= 1400
;   stack    2
discs_count     ldx     #board+BOARD_FIRST
                ldy     #CELL_COUNT     ; less the empty squares
                clrb                    ; white discs
.row            rept    BOARD_SIZE
                square_count
                endr
                leax    2,x
                cmpx    #board+BOARD_LAST
                blo     .row
                stb     white_count
                tfr     y,d
                subb    white_count
                stb     black_count
                rts

; board_begin: the four discs of the beginning, a border all round
;   in       none
;   out      board, black_count, white_count, move_count, pass_count
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 1300
;   stack    2
board_begin     ldx     #board
                ldd     #BORDER<<8|BORDER
.border         std     ,x++
                cmpx    #board+BOARD_BYTES
                bne     .border
                ldx     #board+BOARD_FIRST
                ldd     #0
.row            std     ,x
                std     2,x
                std     4,x
                std     6,x
                leax    BOARD_STEP,x
                cmpx    #board+BOARD_LAST
                blo     .row
                ldd     #WHITE<<8|BLACK
                std     board+SQ_D4
                ldd     #BLACK<<8|WHITE
                std     board+SQ_D5
                ldd     #2<<8|2
                std     black_count
                clr     move_count
                clr     pass_count
                rts
