; search.asm: the computer looks ahead: alpha-beta
;
; what:     search_mid, worths_make for it, and search_end, to which every square is worth 1
; DP:       that of v_tboard
; RAM:      v_tboard, v_worths, v_order, v_alpha to v_root, the stack of the work (lib/slice.asm)
;
; What a search is given lies in cells: the board, who is to move, the worth of the position for
; that side, the window from v_alpha to v_beta.  What it must still know when the other side's reply
; has been searched lies on the stack, in its node; below it what is needed to take a move back:
;
;       node    a byte for each disc turned: its index
;               1 byte: how many, 2: the address of the square played
;               2 bytes: the node, and the return address
;
; A worth is always that for the side to move; the other's worth, negated, is the mover's.
;
; v_worths has the worth of each square for the owner of its disc.  A disc is worth less for every
; empty square next to it, from where the other side may turn something: v_worths goes up around a
; square that is played, and down again when the move is taken back.

                setdp   v_tboard>>8

                struct  node
                ds      n_alpha,2
                ds      n_beta,2
                ds      n_best,2        ; worth of the best move so far
                ds      n_worth,2       ; of the position
                ds      n_next,2        ; where in v_order to go on
                ds      n_count,1       ; legal moves so far
                end struct

; What must be free before a move is made: its discs and what lies below them, a pass, the other's
; node, a pause.
TURNS_MOST      equ     19              ; discs that one move can turn
STACK_ROOM      equ     TURNS_MOST+7+2+node+9

; A cell with two uses: v_worth is given to a search and free when it has come back.
v_moved         equ     v_worth         ; what a move is worth, while it is taken back

WHIM_MOST       equ     15              ; how much less the chosen move may be worth: two discs,
WHIM_MOST_EARLY equ     31              ; or four discs with more empty squares than this
WHIM_EARLY      equ     46

WORTH           equ     v_worths-v_tboard       ; from a square to what it is worth

; negd: negate D
negd            macro
                coma
                negb
                sbca    #-1
                endm

; mover_change: it is the other side's turn; A and B are changed
mover_change    macro
                ldd     v_mover
                exg     a,b
                std     v_mover
                endm

; colours_get: A = the mover's colour, B = the other
colours_get     macro
                ldd     v_mover
                endm

; look: see in one direction from the square at X, A and B as colours_get leaves them; v_turns
; counts the discs that a move turns, Y sums up their worths.  With `make` they are turned, too, and
; their indices put on the stack
look            macro   step,exact,make
                cmpb    step,x
                bne     .no\?
                leau    step,x
.walk\?         leau    step,u
                cmpb    ,u
                beq     .walk\?
                cmpa    ,u
                bne     .no\?
                leau    -(step),u
.back\?         inc     v_turns
                if      make
                sta     ,u
                pshs    u
                leas    1,s             ; the low byte of the address is the index
                endif
                if      exact
                leay    1,y
                else
                lda     WORTH,u
                leay    a,y
                lda     v_mover
                endif
                leau    -(step),u
                cmpb    ,u
                beq     .back\?
.no\?
                endm

; look_all: see in all directions; X is kept
look_all        macro   exact,make
                ldy     #0
                clr     v_turns
                colours_get
                look    STEP_NW,exact,make
                look    STEP_N,exact,make
                look    STEP_NE,exact,make
                look    STEP_W,exact,make
                if      make            ; that takes its time
                clock_look
                colours_get
                endif
                look    STEP_E,exact,make
                look    STEP_SW,exact,make
                look    STEP_S,exact,make
                look    STEP_SE,exact,make
                endm

; worth_moved: D = worth for the mover after the move to X; Y = worths of the discs turned, the
; mover's node at S or U
worth_moved     macro   exact,at
                tfr     y,d
                aslb                    ; twice: the other side loses what the mover gains
                rola
                addd    n_worth,at
                if      exact
                addd    #1
                else
                pshs    d
                ldb     WORTH,x
                sex
                addd    ,s++
                endif
                endm

; reply_begin: hand the position after a move, or a pass, to the other side
;   in       D = worth of the position for the mover, U = the mover's node
;   out      v_alpha, v_beta, v_worth, v_mover, v_ply: what a search wants, but v_left and v_passed
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 120
;   stack    0
reply_begin     negd
                std     v_worth
                ldd     n_alpha,u       ; what the mover has for certain already
                cmpd    n_best,u
                bge     .window
                ldd     n_best,u
.window         tst     v_ply
                bne     .narrow
                subd    v_whim_most     ; a move a little worse may be chosen
.narrow         negd
                std     v_beta
                ldd     n_beta,u
                negd
                std     v_alpha
                inc     v_ply
                mover_change
                rts

; reply_end: take the turn back from the other side
;   in       v_mover, v_ply
;   out      v_mover, v_ply
;   changes  CC                 keeps  A B X Y U DP S
;   cycles   <= 50
;   stack    2
reply_end       pshs    a,b
                dec     v_ply
                mover_change
                puls    a,b,pc

; move_undo: take back the move that lies on the stack, while the other side is the mover; X = its
; square
move_undo       macro
                puls    b,x
                stb     v_turns
                clr     ,x
                ldu     #v_tboard
                lda     v_mover
.disc\?         puls    b
                sta     b,u
                dec     v_turns
                bne     .disc\?
                endm

; node_begin: a node for what the cells give
node_begin      macro
                leas    -node,s
                sts     v_node
                ldd     v_alpha
                std     n_alpha,s
                ldd     v_beta
                std     n_beta,s
                ldd     v_worth
                std     n_worth,s
                ldd     #-WORTH_MOST
                std     n_best,s
                clr     n_count,s
                ldx     #v_order
                stx     n_next,s
                endm

; node_end: leave the search with D = worth
node_end        macro
                leas    node,s
                rts
                endm

; move_hand: place the disc at X, B others having turned, and let the other side search its reply;
; v_moved = worth of the move, which still lies on the stack
move_hand       macro   self,exact
                lda     v_mover
                sta     ,x
                pshs    b,x
                ldu     v_node
                inc     n_count,u
                worth_moved exact,u
                if      !exact
                jsr     near_fill
                endif
                jsr     reply_begin
                clr     v_passed
                dec     v_left
                pshs    u
                jsr     self
                negd
                std     v_moved
                puls    u
                stu     v_node
                endm

; whim_add: make a move worth a little more, by chance: moves of nearly equal worth take turns
;   in       D = worth, X = its square, v_whim, v_whim_most
;   out      D = worth
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 60
;   stack    4
whim_add        pshs    d
                tfr     x,d             ; B = index
                lda     v_whim
                mul                     ; its middle bits are the most mixed
                anda    v_whim_most+1
                tfr     a,b
                clra
                addd    ,s++
                rts

; search_mid, search_end: the worth of the position for the player to move
;   in       v_alpha, v_beta, v_worth, v_mover, v_passed; v_left plies to look ahead, at least 1
;   out      D = worth; at ply 0 v_root = best move
;   changes  A B X Y U CC       keeps  DP S
;   stack    18 a ply and a byte for each disc turned, and 20
search          macro   self,exact
                node_begin
.next\?
                clock_look
                ldx     n_next,s
                ldu     #v_tboard
.empty\?        lda     ,x+
                lbeq    .all\?
                ldb     a,u
                bne     .empty\?
                stx     n_next,s
                leax    a,u             ; X = the square from here on
                clock_look
                lda     v_left
                deca
                lbne    .deeper\?
                look_all exact,0        ; the last ply: no move is made
                tst     v_turns
                lbeq    .next\?
                inc     n_count,s
                worth_moved exact,s
.score\?
                if      !exact          ; D = what the move to X is worth
                tst     v_ply
                bne     .rate\?
                jsr     whim_add
.rate\?
                endif
                cmpd    n_best,s
                lble    .next\?
                std     n_best,s
                tst     v_ply
                bne     .inner\?
                tfr     x,d
                stb     v_root
                ldd     n_best,s
.inner\?        cmpd    n_beta,s        ; the other side can avoid this position
                lblt    .next\?
.all\?          lda     n_count,s
                beq     .none\?
                ldd     n_best,s
                node_end
.none\?         lda     v_passed
                bne     .over\?
                tfr     s,u
                ldd     n_worth,u
                jsr     reply_begin
                inc     v_passed
                leas    node,s          ; its contents are not needed any more
                jsr     self
                negd
                clr     v_passed
                jmp     reply_end
.over\?         clr     v_passed        ; neither side can move
                if      !exact
                leas    node,s
                jmp     worth_over
                endif
.stands\?       ldd     n_worth,s       ; the position is worth what its squares are
                node_end
.deeper\?       if      exact
                cmps    #v_exact_end+STACK_ROOM
                else
                cmps    #v_think_end+STACK_ROOM
                endif
                blo     .stands\?       ; no room to look further
                look_all exact,1
                ldb     v_turns
                lbeq    .next\?
                move_hand self,exact
                clock_look
                move_undo
                if      !exact
                jsr     near_free
                endif
                inc     v_left
                jsr     reply_end
                ldd     v_moved
                lbra    .score\?
                endm

search_mid      search  search_mid,0
search_end      search  search_end,1

; near_each: the action for each of the eight squares next to a square
near_each       macro   what
                what    STEP_NW
                what    STEP_N
                what    STEP_NE
                what    STEP_W
                what    STEP_E
                what    STEP_SW
                what    STEP_S
                what    STEP_SE
                endm

; fill_one: a disc there is worth v_near more; B = by how much the mover gains
fill_one        macro   step
                lda     WORTH+step,x
                adda    v_near
                sta     WORTH+step,x
                lda     step,x
                eora    v_mover
                beq     .mine\?
                deca                    ; the other's
                bne     .no\?
                subb    v_near
                bra     .no\?
.mine\?         addb    v_near
.no\?
                endm

; free_one: it is worth that less again
free_one        macro   step
                lda     WORTH+step,x
                suba    v_near
                sta     WORTH+step,x
                endm

; near_fill: a square is played: the discs next to it have one empty square fewer
;   in       X = the square, D = worth for the mover, v_mover, v_near
;   out      D = worth for the mover, v_worths
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 430 where it does not pause
;   stack    9
near_fill       std     v_worth         ; free here
                clock_look
                clrb
                near_each fill_one
                sex
                addd    v_worth
                rts

; near_free: a move is undone: the discs next to its square have one more again
;   in       X = the square, v_near
;   out      v_worths
;   changes  A CC               keeps  B X Y U DP S
;   cycles   <= 180
;   stack    0
near_free       near_each free_one
                rts

; What a stage of the game thinks of squares: what they are worth by tbl_kinds, how much less for
; every empty square next to a disc, and what is worth more next to a taken corner: C-squares
; and A-squares on the edge, the X-square.
                struct  stage
                ds      w_kinds,KINDS
                ds      w_near,1
                ds      w_c,1
                ds      w_a,1
                ds      w_x,1
                end struct

; empty_one: it is worth less for an empty square
empty_one       macro   step
                tst     step,x
                bne     .taken\?
                subb    w_near,y
.taken\?
                endm

; beside_corner: a corner that is taken makes its neighbours worth more
beside_corner   macro   corner,side,down
                tst     v_tboard+corner
                beq     .free\?
                worth_add corner+(side),w_c
                worth_add corner+(down),w_c
                worth_add corner+2*(side),w_a
                worth_add corner+2*(down),w_a
                worth_add corner+(side)+(down),w_x
.free\?
                endm

worth_add       macro   square,by
                lda     v_worths+square
                adda    by,y
                sta     v_worths+square
                endm

; worths_make: say what the squares are worth in a position
;   in       v_tboard, v_empty_count
;   out      v_worths, v_near
;   changes  A B X Y U CC       keeps  DP S
;   stack    9
worths_make     ldy     #tbl_judged
                ldu     #tbl_judged_ends
.stage          lda     v_empty_count
                cmpa    ,u+
                bhi     .squares
                leay    stage,y
                bra     .stage
.squares        ldx     #v_tboard+BOARD_FIRST
.square         clock_look
                tfr     x,d
                ldu     #tbl_kinds
                lda     b,u
                ldb     a,y
                near_each empty_one
                stb     WORTH,x
                leax    1,x
                cmpx    #v_tboard+BOARD_LAST+1
                blo     .square
                lda     w_near,y
                sta     v_near
                beside_corner SQ_A1,STEP_E,STEP_S
                beside_corner SQ_H1,STEP_W,STEP_S
                clock_look
                beside_corner SQ_A8,STEP_E,STEP_N
                beside_corner SQ_H8,STEP_W,STEP_N
                rts

; worth_over: the worth of a game that is over: the difference of discs counts much
;   in       v_tboard, v_mover
;   out      D = worth
;   changes  A B X Y U CC       keeps  DP S
;   stack    4
worth_over      jsr     time_check
                ldx     #v_tboard+BOARD_FIRST
                ldy     #CELL_COUNT
                clrb
.row            rept    BOARD_SIZE
                square_count
                endr
                leax    2,x
                clock_look
                cmpx    #v_tboard+BOARD_LAST
                blo     .row
                pshs    b               ; white discs
                tfr     y,d
                subb    ,s
                subb    ,s+             ; black ones less white ones
                lda     v_mover
                cmpa    #BLACK
                beq     .mine
                negb
.mine           tfr     b,a
                clrb
                asra
                rorb
                rts                     ; 128 a disc

                setdp   $D0
