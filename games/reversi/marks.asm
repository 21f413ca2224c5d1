; marks.asm: the cursor with its row's figure and its column's letter
;
; what:     what is placed on the board square by square, in short strokes
; DP:       $D0
; RAM:      v_label, cursor_row, cursor_col, flip_count

PEN_CYCLES      equ     14              ; of a stroke
FIGURE_X        equ     -127            ; where the row's figure stands, and the column's letter
LETTER_Y        equ     -123
LETTER_HIGH     equ     12              ; lib/letters.asm says so
FRAME_CYCLES    equ     27              ; of a side of the frame around a disc
FRAME_DAC       equ     119
FRAME_START_DAC equ     (FRAME_CYCLES*FRAME_DAC+PEN_CYCLES)/(2*PEN_CYCLES)

                bss
v_label         rmb     4               ; a text of one letter
                code

; pen_ready: every stroke takes as long
pen_ready       macro
                lda     #PEN_CYCLES-RAMP_EXTRA
                sta     <VIA_t1_cnt_lo
                endm

; pen_ramp: a stroke or a move.  The numbers in brackets are cycles since the ramp before began
pen_ramp        macro   right,up,lit
                ldd     #((up)&$FF)<<8
                sta     <VIA_port_a     ; [17] takes effect when the ramp is over
                stb     <VIA_port_b
                stb     <VIA_shift_reg  ; [25] the light goes out
                ldd     #1<<8|(right)&$FF
                sta     <VIA_port_b
                stb     <VIA_port_a
                if      lit
                ldd     #$FF00
                sta     <VIA_shift_reg
                stb     <VIA_t1_cnt_hi  ; [0]
                else
                clr     <VIA_t1_cnt_hi  ; [0]
                endif
                nop     5
                endm

; pen_end: the last stroke has been drawn
pen_end         macro
                nop     4
                clr     <VIA_shift_reg
                lda     #VIA_ZERO
                sta     <VIA_cntl
                endm

; square_place: go to the middle of a square, ready for strokes
;   in       A = row, B = column, DP = $D0
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 300             vectors = 0
;   stack    4
square_place    ldx     #tbl_middle_y-1
                lda     a,x
                ldx     #tbl_middle_x-1
                ldb     b,x
                jsr     beam_place
                pen_ready
                rts

middle          macro   p
                fcb     ((p)*2+((p) < 0 ? -PLACE_CYCLES : PLACE_CYCLES))/(2*PLACE_CYCLES)
                endm

tbl_middle_y
index           set     0
                rept    BOARD_SIZE
                middle  BOARD_RAISED*BOARD_CYCLES+(7-2*index)*CELL_P/2
index           set     index+1
                endr
tbl_middle_x
index           set     0
                rept    BOARD_SIZE
                middle  (2*index-7)*CELL_P/2
index           set     index+1
                endr

; frame_ramp: a side of the frame.  The numbers in brackets are cycles since the ramp before began
frame_ramp      macro   right,up
                pen_ramp right,up,1
                idle    FRAME_CYCLES-PEN_CYCLES
                endm

; cursor_draw: draw a cross on a legal square, a frame around a disc, an arrow elsewhere, and write
; which square it is
;   in       cursor_row, cursor_col, flip_count, board, DP = $D0
;   out      the beam zeroed
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 2300            vectors <= 20
;   stack    6
cursor_draw     pshs    u
                lda     #LIGHT_CURSOR
                jsr     Intensity_a
                lda     cursor_row
                ldb     cursor_col
                jsr     square_place
                lda     flip_count
                lbeq    .other
                pen_ramp -60,-60,0
                pen_ramp 120,120,1
                pen_ramp 0,-120,0
                pen_ramp -120,120,1
                lbra    .end
.other          jsr     cursor_index
                ldx     #board
                lda     a,x
                lbeq    .empty
                pen_ramp -FRAME_START_DAC,-FRAME_START_DAC,0
                lda     #FRAME_CYCLES-RAMP_EXTRA
                sta     <VIA_t1_cnt_lo
                frame_ramp 0,FRAME_DAC
                frame_ramp FRAME_DAC,0
                frame_ramp 0,-FRAME_DAC
                frame_ramp -FRAME_DAC,0
                lbra    .end
.empty          pen_ramp -54,63,0
                pen_ramp 0,-108,1
                pen_ramp 36,28,1
                pen_ramp 50,0,1
                pen_ramp -86,80,1
.end            pen_end
                ldx     #tbl_middle_y-1
                lda     cursor_row
                lda     a,x
                suba    #LETTER_HIGH/2
                ldb     #FIGURE_X
                std     v_label
                lda     cursor_row
                adda    #'0'
                bsr     .label
                ldx     #tbl_middle_x-1
                ldb     cursor_col
                ldb     b,x
                subb    #LETTER_WIDE/2
                lda     #LETTER_Y
                std     v_label
                lda     cursor_col
                adda    #'A'-1
                bsr     .label
                puls    u,pc
.label          ldb     #TEXT_END
                std     v_label+2
                ldu     #v_label
                jmp     letters_draw
