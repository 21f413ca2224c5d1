; think.asm: the computer's move
;
; what:     the four skills; they run as lib/slice.asm says
; DP:       $D0
; RAM:      v_tboard to v_think_end, v_think_stack
;
; Beginner plays any move, Novice a corner or what turns most.  Expert and Master look ahead with
; alpha-beta on a board of their own, with a list of its empty squares, the best first.  The worth
; of a position is the sum of what the squares of both sides are worth; it is kept up to date
; with each disc that turns.  On the last ply no move is made: its turned discs are only summed up,
; and the number of moves counts too.  Near the end every square is worth 1, so that the worth
; is the difference of discs, and the search goes to the end of the game.

SLICE_LEAST     equ     6               ; high byte of T2: below it the frame is given back
THINK_LEAST     equ     30              ; frames the computer thinks at least
EXPERT_MOST     equ     235             ; and at most: 4.7 s
MASTER_MOST     equ     480             ; 9.6 s
ENDGAME_MOST    equ     980             ; 19.6 s
EXPERT_DEPTH    equ     3
MASTER_DEPTH    equ     8
ENDGAME_EMPTY   equ     8               ; Master plays the end exactly from here on
MOVE_WORTH      equ     4               ; of one more move to choose from
WORTH_MOST      equ     $7000
STACK_ROOM      equ     48              ; a node, the discs it may turn, and calls

; think_start: begin to look for a move
;   in       current_player, skill, the board
;   out      v_think_done = 0
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 700
;   stack    6
think_start     clr     v_think_done
                clr     v_think_frames
                clr     v_think_frames+1
                ldd     #EXPERT_MOST
                std     v_think_limit
                lda     legal_moves     ; legal, whatever happens
                sta     v_think_best
                ldx     #v_think_stack
                ldu     #think_body
                jmp     slice_begin

; think_some: go on with the search until the frame's time is nearly up
;   in       DP = $D0
;   out      v_think_done: v_think_best holds the move
;   changes  A B X Y U CC       keeps  DP S
;   stack    6
think_some      ldd     v_think_frames
                addd    #1
                std     v_think_frames
                cmpd    v_think_limit
                lblo    slice_run
                inc     v_think_done    ; the deepest search that was finished counts
                rts

; think_body: the search, on its own stack: find a move, then wait to be stopped
think_body      lda     skill
                asla
                ldx     #tbl_thinkers
                jsr     [a,x]
.wait           ldd     v_think_frames
                cmpd    #THINK_LEAST
                bhs     .done
                jsr     slice_pause
                bra     .wait
.done           lda     #1
                sta     v_think_done
.forever        jsr     slice_pause
                bra     .forever

tbl_thinkers    fdb     think_beginner,think_novice,think_expert,think_master

; think_beginner: choose any legal move
;   in       legal_moves, legal_count
;   out      v_think_best
;   changes  A B X CC           keeps  Y U DP S
;   stack    6
think_beginner  jsr     Random_3
                anda    #$7F
                ldb     legal_count
                pshs    b
.less           cmpa    ,s
                blo     .there
                suba    ,s
                bra     .less
.there          puls    b
                ldx     #legal_moves
                lda     a,x
                sta     v_think_best
                rts

; think_novice: choose a corner, else what turns most discs; of equal ones any
;   in       legal_moves, legal_count
;   out      v_think_best
;   changes  A B X Y U CC       keeps  DP S
;   stack    10
think_novice    clr     v_best_count
                clrb
.move           pshs    b
                jsr     time_check
                ldx     #legal_moves
                ldb     ,s
                lda     b,x
                cmpa    #11
                beq     .corner
                cmpa    #18
                beq     .corner
                cmpa    #81
                beq     .corner
                cmpa    #88
                beq     .corner
                jsr     check_move
                cmpb    v_best_count
                blo     .next
                bhi     .take
                jsr     Random_3
                bita    #1
                beq     .next
                ldb     v_best_count
.take           stb     v_best_count
                ldx     #legal_moves
                ldb     ,s
                lda     b,x
                sta     v_think_best
.next           puls    b
                incb
                cmpb    legal_count
                bne     .move
                rts
.corner         sta     v_think_best
                puls    b,pc

; think_ready: make the search's board and the list of its empty squares
;   in       board, current_player
;   out      v_tboard, v_order, v_empty_count, v_mover
;   changes  A B X Y U CC       keeps  DP S
;   stack    6
think_ready     ldu     #board
                ldx     #v_tboard
.copy           ldd     ,u++
                std     ,x++
                cmpu    #board+BOARD_BYTES
                bne     .copy
                jsr     time_check
                ldu     #tbl_order
                ldx     #v_order
                clr     v_empty_count
.square         pshs    x,u
                jsr     time_check
                puls    x,u
                lda     ,u+
                beq     .end
                ldy     #v_tboard
                leay    a,y
                ldb     ,y
                bne     .square
                inc     v_empty_count
                pshs    a,u
                ldu     #tbl_near
.near           lda     ,u+
                beq     .far            ; no disc near enough for a move soon
                lda     a,y
                suba    #WHITE
                cmpa    #BLACK-WHITE
                bhi     .near
                lda     ,s
                sta     ,x+
.far            puls    a,u
                bra     .square
.end            sta     ,x
                lda     current_player
                sta     v_mover
                clr     v_ply
                clr     v_passed
                jmp     time_check

; worth_all: sum up the squares of both sides
;   in       X = what the squares are worth; v_tboard, v_mover
;   out      v_worth
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 4400
;   stack    4
worth_all       ldy     #0
                ldu     #v_tboard+BOARD_FIRST
                leax    BOARD_FIRST,x
.square         tfr     u,d
                bitb    #7
                bne     .read
                pshs    x,y,u
                jsr     time_check
                puls    x,y,u
.read           lda     ,u+
                ldb     ,x+
                cmpa    v_mover
                beq     .mine
                eora    #OTHER
                cmpa    v_mover
                bne     .next
                negb
.mine           leay    b,y
.next           cmpu    #v_tboard+BOARD_LAST+1
                bne     .square
                sty     v_worth
                rts

; think_expert: look ahead EXPERT_DEPTH plies
;   in       the board
;   out      v_think_best
;   changes  A B X Y U CC       keeps  DP S
;   stack    all of the search's
think_expert    jsr     think_ready
                lda     #EXPERT_DEPTH
; falls into think_deeper

; think_deeper: look ahead 1, 2, 3 ... plies
;   in       A = the last depth
;   out      v_think_best
;   changes  A B X Y U CC       keeps  DP S
;   stack    all of the search's
think_deeper    pshs    a
                ldx     #tbl_weights
                jsr     worth_all
                lda     #1
.deeper         sta     v_depth
                sta     v_left
                ldd     #-WORTH_MOST
                std     v_alpha
                ldd     #WORTH_MOST
                std     v_beta
                jsr     time_check
                jsr     search_mid
                bsr     root_take
                lda     v_depth
                cmpa    v_empty_count
                bhs     .end
                inca
                cmpa    ,s
                bls     .deeper
.end            puls    a,pc

; think_master: look ahead as far as time allows; near the end, to the end
;   in       the board
;   out      v_think_best
;   changes  A B X Y U CC       keeps  DP S
;   stack    all of the search's
think_master    ldd     #MASTER_MOST
                std     v_think_limit
                jsr     think_ready
                lda     v_empty_count
                cmpa    #ENDGAME_EMPTY
                bls     .end
                lda     #MASTER_DEPTH
                bra     think_deeper
.end            ldd     #ENDGAME_MOST
                std     v_think_limit
                lda     #2
                bsr     think_deeper    ; so that a good move comes first
                ldx     #tbl_ones
                jsr     worth_all
                lda     v_empty_count
                sta     v_left
                ldd     #-65
                std     v_alpha
                ldd     #65
                std     v_beta
                jsr     time_check
                jsr     search_end
; falls into root_take

; root_take: keep the best move of a finished search; the next search looks at it first
;   in       v_root
;   out      v_think_best, v_order
;   changes  A B X CC           keeps  Y U DP S
;   stack    2
root_take       lda     v_root
                sta     v_think_best
                ldx     #v_order
.move           ldb     ,x
                sta     ,x+
                cmpb    v_root
                beq     .end
                tfr     b,a
                cmpx    #v_order+CELL_COUNT-4
                blo     .move
.end            rts

; What the squares are worth; the border nothing.
tbl_weights     fcb     0,0,0,0,0,0,0,0,0,0
                fcb     0,60,-14,10,6,6,10,-14,60,0
                fcb     0,-14,-28,-3,-3,-3,-3,-28,-14,0
                fcb     0,10,-3,3,1,1,3,-3,10,0
                fcb     0,6,-3,1,1,1,1,-3,6,0
                fcb     0,6,-3,1,1,1,1,-3,6,0
                fcb     0,10,-3,3,1,1,3,-3,10,0
                fcb     0,-14,-28,-3,-3,-3,-3,-28,-14,0
                fcb     0,60,-14,10,6,6,10,-14,60,0
                fcb     0,0,0,0,0,0,0,0,0,0

tbl_ones        rept    BOARD_BYTES
                fcb     1
                endr

; look: see in one direction from X what a move turns; A = own colour, B = the other, Y = sum
look            macro   step,worths,turn
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
                if      turn
                sta     ,u
                pshs    u
                leas    1,s             ; the low byte is the index
                endif
                if      worths=tbl_ones
                leay    1,y
                else
                lda     (worths-v_tboard)&$FFFF,u
                leay    a,y
                lda     v_mover
                endif
                leau    -(step),u
                cmpb    ,u
                beq     .back\?
.no\?
                endm

look_all        macro   worths,turn
                ldy     #0
                clr     v_turns
                lda     v_mover
                tfr     a,b
                eorb    #OTHER
                look    -11,worths,turn
                look    -10,worths,turn
                look    -9,worths,turn
                look    -1,worths,turn
                if      turn            ; many discs may turn: see how late it is
                lda     <VIA_t2_hi
                cmpa    #SLICE_LEAST
                bge     .half\?
                pshs    x,y
                jsr     slice_pause
                puls    x,y
.half\?         lda     v_mover
                tfr     a,b
                eorb    #OTHER
                endif
                look    1,worths,turn
                look    9,worths,turn
                look    10,worths,turn
                look    11,worths,turn
                endm

; search_mid, search_end: the worth of the position for the player to move (alpha-beta)
;   in       v_alpha, v_beta, v_worth, v_mover, v_passed; v_left plies to look ahead, at least 1
;   out      D = worth; at ply 0 v_root = best move
;   changes  A B X Y U CC       keeps  DP S
;   stack    16 a ply and a byte for each disc turned, and 16
                struct  node
                ds      n_alpha,2
                ds      n_beta,2
                ds      n_best,2
                ds      n_worth,2
                ds      n_at,2          ; where in v_order to go on
                ds      n_count,1       ; legal moves
                end struct

search          macro   worths,self
                leas    -node,s
                sts     v_frame
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
                stx     n_at,s
.next\?         lda     <VIA_t2_hi      ; as time_check
                cmpa    #SLICE_LEAST
                bge     .time\?
                jsr     slice_pause
.time\?         ldx     n_at,s
                ldu     #v_tboard
.look\?         lda     ,x+
                lbeq    .all\?
                ldb     a,u
                bne     .look\?
                stx     n_at,s
                leax    a,u
                lda     <VIA_t2_hi      ; as time_check
                cmpa    #SLICE_LEAST
                bge     .there\?
                pshs    x
                jsr     slice_pause
                puls    x
.there\?
                lda     v_left
                deca
                lbne    .inner\?
                look_all worths,0
                tst     v_turns
                lbeq    .next\?
                inc     n_count,s
                tfr     y,d
                aslb
                rola
                addd    n_worth,s
                pshs    d
                if      worths=tbl_ones
                ldd     #1
                else
                ldb     (worths-v_tboard)&$FFFF,x
                sex
                endif
                addd    ,s++
                cmpd    n_best,s
                lble    .next\?
                std     n_best,s
                tst     v_ply
                bne     .cut\?
                stx     v_alpha         ; scratch
                ldb     v_alpha+1
                stb     v_root
                ldd     n_best,s
.cut\?          cmpd    n_beta,s
                lblt    .next\?
                lbra    .all\?
.inner\?        cmps    #v_think_end+STACK_ROOM
                lblo    .full\?
                look_all worths,1
                ldb     v_turns
                lbeq    .next\?
                lda     v_mover
                sta     ,x
                pshs    b,x
                ldu     v_frame
                inc     n_count,u
                tfr     y,d
                aslb
                rola
                addd    n_worth,u
                pshs    d
                if      worths=tbl_ones
                ldd     #1
                else
                ldb     (worths-v_tboard)&$FFFF,x
                sex
                endif
                addd    ,s++
                coma                    ; the other's worth is mine, negated
                negb
                sbca    #-1
                std     v_worth
                ldd     n_alpha,u
                cmpd    n_best,u
                bge     .alpha\?
                ldd     n_best,u
.alpha\?        coma
                negb
                sbca    #-1
                std     v_beta
                ldd     n_beta,u
                coma
                negb
                sbca    #-1
                std     v_alpha
                clr     v_passed
                dec     v_left
                inc     v_ply
                lda     v_mover
                eora    #OTHER
                sta     v_mover
                pshs    u
                jsr     self
                coma
                negb
                sbca    #-1
                std     v_worth         ; scratch
                puls    u
                stu     v_frame
                lda     <VIA_t2_hi
                cmpa    #SLICE_LEAST
                bge     .back\?
                jsr     slice_pause
.back\?
                inc     v_left
                dec     v_ply
                lda     v_mover         ; the turned discs become those of the other again
                ldu     #v_tboard
                puls    b,x
                clr     ,x
                stb     v_turns
                tfr     x,y
                lda     v_mover
.undo\?         puls    b
                sta     b,u
                dec     v_turns
                bne     .undo\?
                lda     v_mover
                eora    #OTHER
                sta     v_mover
                ldd     v_worth
                cmpd    n_best,s
                lble    .next\?
                std     n_best,s
                tst     v_ply
                bne     .deep\?
                sty     v_alpha         ; scratch
                ldb     v_alpha+1
                stb     v_root
                ldd     n_best,s
.deep\?         cmpd    n_beta,s
                lblt    .next\?
.all\?          tst     n_count,s
                beq     .none\?
                if      worths<>tbl_ones
                lda     v_left          ; on the last ply moves are worth something themselves
                deca
                bne     .end\?
                lda     n_count,s
                ldb     #MOVE_WORTH
                mul
                addd    n_best,s
                leas    node,s
                rts
                endif
.end\?          ldd     n_best,s
                leas    node,s
                rts
.full\?         ldd     n_worth,s       ; no room to look further
                leas    node,s
                rts
.none\?         lda     v_passed
                bne     .over\?
                inc     v_passed
                ldd     n_worth,s
                coma
                negb
                sbca    #-1
                std     v_worth
                ldd     n_alpha,s
                coma
                negb
                sbca    #-1
                pshs    d
                ldd     n_beta+2,s
                coma
                negb
                sbca    #-1
                std     v_alpha
                puls    d
                std     v_beta
                lda     v_mover
                eora    #OTHER
                sta     v_mover
                inc     v_ply
                leas    node,s          ; the node has done its work
                jsr     self
                dec     v_ply
                coma
                negb
                sbca    #-1
                pshs    d
                lda     v_mover
                eora    #OTHER
                sta     v_mover
                clr     v_passed
                puls    d,pc
.over\?         clr     v_passed        ; the game is over
                ldd     n_worth,s
                if      worths<>tbl_ones
                leas    node,s
                jmp     worth_over
                else
                leas    node,s
                rts
                endif
                endm

search_mid      search  tbl_weights,search_mid
search_end      search  tbl_ones,search_end

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
                lda     >VIA_t2_hi      ; as time_check
                cmpa    #SLICE_LEAST
                bge     .on
                pshs    b,x,y
                jsr     slice_pause
                puls    b,x,y
.on             cmpx    #v_tboard+BOARD_LAST
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

; How far a disc may lie from a square that is looked at: in two turns the discs come so near.
tbl_near        fcb     -11,-10,-9,-1,1,9,10,11
                fcb     -22,-21,-20,-19,-18,-12,-8,-2,2,8,12,18,19,20,21,22
                fcb     0

; The order in which squares are looked at.
tbl_order       fcb     11,18,81,88
                fcb     13,16,31,38,61,68,83,86
                fcb     14,15,41,48,51,58,84,85
                fcb     33,36,63,66
                fcb     34,35,43,46,53,56,64,65
                fcb     44,45,54,55
                fcb     24,25,42,47,52,57,74,75
                fcb     23,26,32,37,62,67,73,76
                fcb     12,17,21,28,71,78,82,87
                fcb     22,27,72,77
                fcb     0
