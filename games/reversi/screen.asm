; screen.asm: the picture of a game
;
; what:     what a frame draws, and which parts of the picture are rebuilt first
; DP:       $D0
; RAM:      v_stale, v_status_stale, and the cells of reversi.asm named in each contract

; screen_draw: draw everything
;   in       v_stale: what it shows has changed; DP = $D0
;   out      v_stale = 0
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 29500           vectors <= 220
;   stack    12
screen_draw     lda     v_attract
                beq     .picture
                lda     game_state
                cmpa    #STATE_OVER
                beq     .picture
                jsr     message_step    ; title, rules and buttons take turns
.picture        lda     game_state      ; a pause keeps what the picture still lacks
                cmpa    #STATE_PAUSE
                beq     .status
                lda     v_stale
                beq     .status
                dec     v_stale
                deca
                asla
                ldx     #tbl_stages
                jsr     [a,x]
                bra     .draw
.status         lda     v_status_stale
                beq     .draw
                dec     v_status_stale
                bne     .draw
                jsr     status_make
.draw           lda     game_state
                cmpa    #STATE_PAUSE
                lbeq    pause_draw
                cmpa    #STATE_OVER
                bne     .board
                lda     v_phase         ; OVER_LAST
                lbne    heaps_draw
.board          jsr     board_draw
                jsr     cursor_seen
                beq     .text
                jsr     cursor_draw
.text           jmp     status_draw

; cursor_seen: say whether there is a cursor
;   in       game_state, v_phase, v_stale
;   out      Z clear: there is
;   changes  A CC               keeps  B X Y U DP S
;   stack    2
cursor_seen     lda     v_stale         ; not while a turn's picture is made
                cmpa    #STALE_CURSOR
                bhi     .no
                lda     game_state
                cmpa    #STATE_HUMAN
                beq     .yes
                cmpa    #STATE_THINK
                bne     .no
                lda     v_phase         ; the computer shows where it will play
                rts
.yes            lda     #1
                rts
.no             clra
                rts

tbl_stages      fdb     stage_rising
                fdb     stage_level
                fdb     stage_upright
                fdb     stage_falling
                fdb     stage_cursor
                fdb     stage_none      ; the stick and its sound take their time
                fdb     stage_dots
                fdb     picture_make
                fdb     stage_none      ; STALE_LATER

; stage_dots, stage_cursor, stage_falling to stage_rising: what is added to the discs, a frame each
;   in       game_state, v_phase
;   out      v_cells
;   changes  A B X Y U CC       keeps  DP S
;   stack    10
stage_dots      lda     game_state
                cmpa    #STATE_HUMAN
                lbeq    picture_dots
                rts

stage_cursor    lda     game_state
                cmpa    #STATE_HUMAN
                lbeq    cursor_show
                cmpa    #STATE_THINK
                bne     .end
                lda     v_phase
                lbne    cursor_show
.end            rts

stage_falling   ldy     #tbl_steps
                bra     turns_if
stage_upright   ldy     #tbl_steps+2
                bra     turns_if
stage_level     ldy     #tbl_steps+4
                bra     turns_if
stage_rising    ldy     #tbl_steps+6
; falls into turns_if

; turns_if: mark the discs to two sides that a move on the cursor's square would turn
;   in       game_state, flip_count, Y -> two steps
;   out      v_cells
;   changes  A B X Y U CC       keeps  DP S
;   stack    12
turns_if        lda     game_state
                cmpa    #STATE_HUMAN
                bne     stage_none
                lda     flip_count
                beq     stage_none
                jsr     cursor_index
                jmp     turns_mark
stage_none      rts
