; think.asm: the computer's move
;
; what:     the four skills; they run as lib/slice.asm says
; DP:       $D0, that of v_tboard from think_ready on
; RAM:      v_tboard to v_think_end, v_think_stack
;
; Beginner plays a corner or what turns most.  The others look ahead with alpha-beta on a board of
; their own, with a list of its empty squares, the best first.  The worth of a position is the sum
; of what the squares of both sides are worth; it is kept up to date with each disc that turns.  On
; the last ply no move is made: its turned discs are only summed up.  Near the end every square is
; worth 1, so that the worth is the difference of discs, and the search goes to the end of the game.

SLICE_LEAST     equ     7               ; high byte of T2: below it the frame is given back
THINK_LEAST     equ     30              ; frames the computer thinks at least
EXPERT_MOST     equ     235             ; and at most: 4.7 s
MASTER_MOST     equ     590             ; 11.8 s
MASTER_ON       equ     150             ; frames: later it begins no deeper search
NOVICE_DEPTH    equ     3
EXPERT_DEPTH    equ     4
MASTER_DEPTH    equ     8
EXPERT_END      equ     7               ; from this many empty squares on the end is played exactly
MASTER_END      equ     8
WORTH_MOST      equ     $7000
LUCK_STEPS      equ     16              ; numbers drawn, of which the last one counts
WHIM_SPREAD     equ     $9D             ; numbers near each other become luck far apart

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
                std     v_think_on
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
think_body      clr     v_whim
                lda     legal_count
                deca
                beq     .wait           ; there is no choice
                lda     v_hinting
                beq     .skill
                lda     #SKILL_EXPERT   ; a hint is always the Expert's
                bra     .think
.skill          bsr     luck_mix
                ldb     #WHIM_SPREAD
                mul
                sta     v_whim
                addb    v_whim
                orb     #1
                stb     v_whim
                bsr     think_book
                bne     .wait
                lda     skill
.think          asla
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

; luck_mix: draw numbers until every byte of the seed depends on when the player moved, of which a
; frame changes one by 1
;   in       none
;   out      A = the last number
;   changes  A CC               keeps  B X Y U DP S
;   stack    11
luck_mix        lda     #LUCK_STEPS
.step           pshs    a
                jsr     time_check
                jsr     Random_3
                sta     v_whim
                puls    a
                deca
                bne     .step
                lda     v_whim
                rts

tbl_thinkers    fdb     think_beginner,think_novice,think_expert,think_master

; think_book: choose one of two good answers to the first move
;   in       black_count, white_count, board, current_player, v_whim
;   out      Z clear: v_think_best
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 1700
;   stack    11
think_book      lda     black_count
                adda    white_count
                cmpa    #5
                bne     .no
                ldu     #board
                ldx     #tbl_book
.look           lda     ,x              ; where the first move was made
                tst     a,u
                bne     .found
                leax    3,x
                cmpx    #tbl_book_end
                bne     .look
.no             clra
                rts
.found          lda     v_whim
                bita    #$10
                beq     .first
                leax    1,x
.first          jsr     time_check
                lda     1,x
                pshs    a
                jsr     check_move      ; a board that a test has laid out may differ
                puls    a
                beq     .no
                sta     v_think_best
                rts

; The first move, and the answers that turn a disc diagonally and across; the third one is bad.
tbl_book        fcb     SQ_D3,SQ_C3,SQ_C5
                fcb     SQ_C4,SQ_C3,SQ_E3
                fcb     SQ_F5,SQ_F6,SQ_D6
                fcb     SQ_E6,SQ_F6,SQ_F4
                fcb     SQ_E3,SQ_F3,SQ_F5
                fcb     SQ_F4,SQ_F3,SQ_D3
                fcb     SQ_C5,SQ_C6,SQ_E6
                fcb     SQ_D6,SQ_C6,SQ_C4
tbl_book_end

; think_beginner: choose a corner, else what turns most discs; of equal ones any
;   in       legal_moves, legal_count
;   out      v_think_best
;   changes  A B X Y U CC       keeps  DP S
;   stack    10
think_beginner  clr     v_best_count
                clrb
.move           pshs    b
                jsr     time_check
                ldx     #legal_moves
                lda     b,x
                cmpa    #SQ_A1
                beq     .corner
                cmpa    #SQ_H1
                beq     .corner
                cmpa    #SQ_A8
                beq     .corner
                cmpa    #SQ_H8
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
;   out      v_tboard, v_order, v_empty_count, v_mover, v_waiter, DP = their page
;   changes  A B X Y U DP CC    keeps  S
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
.square         jsr     time_check
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
                tfr     a,b
                eorb    #OTHER
                std     v_mover
                clr     v_ply
                clr     v_passed
                lda     #v_tboard>>8
                tfr     a,dp
                jmp     time_check

                setdp   v_tboard>>8

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
                bitb    #7              ; every eighth square
                bne     .read
                jsr     time_check
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

; think_novice: look ahead NOVICE_DEPTH plies
;   in       the board
;   out      v_think_best
;   changes  A B X Y U DP CC    keeps  S
;   stack    all of the search's
think_novice    jsr     think_ready
                lda     #NOVICE_DEPTH
                bra     think_deeper

; think_expert: look ahead EXPERT_DEPTH plies
;   in       the board
;   out      v_think_best
;   changes  A B X Y U DP CC    keeps  S
;   stack    all of the search's
think_expert    jsr     think_ready
                lda     v_empty_count
                cmpa    #EXPERT_END
                bls     think_end
                lda     #EXPERT_DEPTH
; falls into think_deeper

; think_deeper: look ahead 1, 2, 3 ... plies
;   in       A = the last depth
;   out      v_think_best
;   changes  A B X Y U CC       keeps  DP S
;   stack    all of the search's
think_deeper    ldb     #1
                pshs    d
                ldd     #WHIM_MOST_EARLY
                std     v_whim_most
                lda     v_empty_count
                cmpa    #WHIM_EARLY
                bhi     .early
                ldb     #WHIM_MOST
                stb     v_whim_most+1
.early
                jsr     worths_make
.deeper         ldx     #v_worths
                jsr     worth_all
                lda     1,s
                sta     v_depth
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
                sta     1,s
                cmpa    ,s
                bhi     .end
                ldx     v_think_frames
                cmpx    v_think_on
                blo     .deeper
.end            puls    d,pc

; think_master: look ahead as far as time allows; near the end, to the end
;   in       the board
;   out      v_think_best
;   changes  A B X Y U DP CC    keeps  S
;   stack    all of the search's
think_master    jsr     think_ready
                ldd     #MASTER_MOST
                std     v_think_limit
                ldd     #MASTER_ON
                std     v_think_on
                lda     v_empty_count
                cmpa    #MASTER_END
                bls     think_end
                lda     #MASTER_DEPTH
                bra     think_deeper

; think_end: play the end exactly; what was found by looking ahead stands if time is up before
;   in       the board, as think_ready leaves it
;   out      v_think_best
;   changes  A B X Y U CC       keeps  DP S
;   stack    all of the search's
think_end       lda     #3
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
                cmpx    #v_order+ORDER_MOST
                blo     .move
.end            rts

                setdp   $D0

; Which kind a square is, by its place in a quarter of the board; the border is the last.
KIND_BORDER     equ     10
KINDS           equ     11
tbl_kinds       fcb     10,10,10,10,10,10,10,10,10,10
                fcb     10,0,1,2,3,3,2,1,0,10
                fcb     10,1,4,5,6,6,5,4,1,10
                fcb     10,2,5,7,8,8,7,5,2,10
                fcb     10,3,6,8,9,9,8,6,3,10
                fcb     10,3,6,8,9,9,8,6,3,10
                fcb     10,2,5,7,8,8,7,5,2,10
                fcb     10,1,4,5,6,6,5,4,1,10
                fcb     10,0,1,2,3,3,2,1,0,10
                fcb     10,10,10,10,10,10,10,10,10,10

; Found by regression: of positions of 8,000 games that a simple player has played against itself,
; what became of them against where the discs lay; a disc of the result counts 7.  Then corners were
; given a quarter more and C-squares three fifths, with which more games were won.
tbl_judged_ends fcb     45,30,15,0      ; while there are more empty squares
tbl_judged      fcb     126,-14,15,6,-56,0,-2,0,1,-2,0
                fcb     2,24,-28,33
                fcb     101,-10,8,6,-57,-1,-2,3,-1,-1,0
                fcb     2,41,-24,49
                fcb     74,-5,5,6,-48,-3,-1,3,0,0,0
                fcb     3,39,-22,52
                fcb     59,-2,6,5,-38,-4,1,1,2,1,0
                fcb     4,34,-18,43
tbl_ones        rept    BOARD_BYTES
                fcb     1
                endr

; How far a disc may lie from a square that is looked at: in two turns the discs come so near.
tbl_near        fcb     STEP_NW,STEP_N,STEP_NE,STEP_W,STEP_E,STEP_SW,STEP_S,STEP_SE
                fcb     2*STEP_NW,STEP_NW+STEP_N,2*STEP_N,STEP_N+STEP_NE,2*STEP_NE
                fcb     STEP_NW+STEP_W,STEP_NE+STEP_E,2*STEP_W
                fcb     2*STEP_E,STEP_W+STEP_SW,STEP_E+STEP_SE
                fcb     2*STEP_SW,STEP_SW+STEP_S,2*STEP_S,STEP_S+STEP_SE,2*STEP_SE
                fcb     0

; The order in which squares are looked at.
tbl_order       fcb     SQ_A1,SQ_H1,SQ_A8,SQ_H8
                fcb     SQ_C1,SQ_F1,SQ_A3,SQ_H3,SQ_A6,SQ_H6,SQ_C8,SQ_F8
                fcb     SQ_D1,SQ_E1,SQ_A4,SQ_H4,SQ_A5,SQ_H5,SQ_D8,SQ_E8
                fcb     SQ_C3,SQ_F3,SQ_C6,SQ_F6
                fcb     SQ_D3,SQ_E3,SQ_C4,SQ_F4,SQ_C5,SQ_F5,SQ_D6,SQ_E6
                fcb     SQ_D4,SQ_E4,SQ_D5,SQ_E5
                fcb     SQ_D2,SQ_E2,SQ_B4,SQ_G4,SQ_B5,SQ_G5,SQ_D7,SQ_E7
                fcb     SQ_C2,SQ_F2,SQ_B3,SQ_G3,SQ_B6,SQ_G6,SQ_C7,SQ_F7
                fcb     SQ_B1,SQ_G1,SQ_A2,SQ_H2,SQ_A7,SQ_H7,SQ_B8,SQ_G8
                fcb     SQ_B2,SQ_G2,SQ_B7,SQ_G7
                fcb     0
