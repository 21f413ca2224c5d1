; sketch.asm: draw with a light pen
;
; what:     finds the pen by lines over the whole screen, follows it with 25 dots, and keeps what it
;           draws; on controller 1, button 1 while the pen is on the glass: no line, button 4: all
;           gone
; range:    $0000-$7FFF, cartridge ROM
; RAM:      $C880-$CBEA
; DP:       $D0 throughout
; build:    vecx asm games/devices/sketch.asm -I roms/include -o sketch.bin
; play:     vecx run games/devices/sketch.asm --pen: the mouse is the pen while its button is down
;
; A pen that sees light pulls CA1 low, and the VIA keeps that in its flags until port A is touched
; again: each thing that is drawn asks at its end whether the pen has seen it.

                include "vectrex.inc"

SCALE           equ     $7F             ; a DAC unit is a screen unit
PEN_FLAG        equ     $02             ; VIA_int_flags: CA1
EDGE            equ     120             ; the search goes from -EDGE to EDGE
SEARCH_STEP     equ     5               ; between two of its lines
SEARCH_LINES    equ     14              ; in a frame
DOT_STEP        equ     2               ; between two dots around the pen
DOTS_REACH      equ     2*DOT_STEP
LOST_FRAMES     equ     5               ; without light until the search starts again
POINTS_MOST     equ     50
POINT_BYTES     equ     3               ; 0 a line begins, else it goes on; y, x
NEAR            equ     4               ; a point nearer than this to the last one is ignored

; ---- RAM -------------------------------------------------------------------------------
                bss
                org     $C880
v_step          rmb     2               ; what the next frame does: a routine
pen_y           rmb     1               ; where the pen is, screen units
pen_x           rmb     1
pen_seen        rmb     1               ; it was seen in the last frame
v_lost          rmb     1               ; frames since
v_at            rmb     1               ; where the search is
v_lines         rmb     1
v_dot_y         rmb     1
v_dot_x         rmb     1
v_sum_y         rmb     1               ; of the dots that the pen has seen, from the middle one
v_sum_x         rmb     1
v_hits          rmb     1
v_begins        rmb     1               ; the next point begins a line
v_last_y        rmb     1
v_last_x        rmb     1
v_points        rmb     1
points          rmb     POINTS_MOST*POINT_BYTES

; ---- Header ----------------------------------------------------------------------------
                code
                org     0
                setdp   $D0
                fcc     "g GCE 2026"
                fcb     $80
                fdb     Music_1
                fcb     $F8,$50,$20,-$38
                fcc     "SKETCH"
                fcb     $80,0

                ldd     #search_rows
                std     v_step
                lda     #-EDGE
                sta     v_at
                clr     v_points
                clr     pen_seen
                sta     v_begins
; falls into frame

; frame: one frame after the other, for ever: look for the pen or follow it, draw the sketch
frame           jsr     Wait_Recal
                jsr     Intensity_5F
                lda     #SCALE
                sta     <VIA_t1_cnt_lo
                jsr     [v_step]
                jsr     sketch_draw
                jsr     Read_Btns
                lda     Vec_Btn_State
                bita    #$08
                beq     frame
                clr     v_points
                inc     v_begins
                bra     frame

; ---- Looking for the pen ---------------------------------------------------------------

; search_rows: some lines from left to right; the pen's row is the one it sees
;   in       v_at = y of the first; the scale in T1, DP = $D0
;   out      v_at = y of the next; or pen_y, v_step = search_columns
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 12000           vectors <= 28
;   stack    6
search_rows     lda     #SEARCH_LINES
                sta     v_lines
.next           lda     v_at
                ldb     #-EDGE
                jsr     Moveto_d
                ldd     #EDGE
                bsr     seen_along
                bne     .found
                bsr     search_next
                bne     .next
                rts
.found          lda     v_at
                sta     pen_y
                ldd     #search_columns
                bra     search_begin

; search_columns: some lines from bottom to top; the pen's column is the one it sees
;   in       v_at = x of the first; the scale in T1, DP = $D0
;   out      v_at = x of the next; or pen_x, v_step = follow; v_step = search_rows after the last
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 12000           vectors <= 28
;   stack    6
search_columns  lda     #SEARCH_LINES
                sta     v_lines
.next           lda     #-EDGE
                ldb     v_at
                jsr     Moveto_d
                ldd     #EDGE*256
                bsr     seen_along
                bne     .found
                bsr     search_next
                bne     .next
                rts
.found          lda     v_at
                sta     pen_x
                clr     v_lost
                inc     v_begins
                ldd     #follow
; falls into search_begin

; search_begin: go on with the routine in D, from the edge
;   in       D = what the next frame does
;   out      v_step, v_at
;   changes  A CC               keeps  B X Y U DP S
;   cycles   <= 20
;   stack    0
search_begin    std     v_step
                lda     #-EDGE
                sta     v_at
                rts

; search_next: the next line of the search; after the last one the rows again
;   in       v_at, v_lines = lines still to come in this frame
;   out      v_at, v_lines, v_step; Z set where that is enough for a frame
;   changes  A X CC             keeps  B Y U DP S
;   cycles   <= 45
;   stack    0
search_next     lda     v_at
                adda    #SEARCH_STEP
                bvs     .around
                cmpa    #EDGE
                ble     .set
.around         lda     #-EDGE
                ldx     #search_rows    ; no column has met it: it has moved
                stx     v_step
.set            sta     v_at
                dec     v_lines
                rts

; seen_along: draw two lines one behind the other, and zero the beam
;   in       A = y, B = x of each; DP = $D0
;   out      Z clear where the pen has seen them: the second is not drawn if it has seen the first
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 560             vectors <= 2
;   stack    4
seen_along      pshs    a,b
                jsr     Draw_Line_d
                bsr     seen
                bne     .yes
                ldd     ,s
                jsr     Draw_Line_d
                bsr     seen
.yes            tfr     cc,a
                leas    2,s
                pshs    a
                jsr     Reset0Ref
                puls    cc,pc

; seen: say whether the pen has seen what was drawn last
;   in       DP = $D0; port A not touched since
;   out      Z clear where it has
;   changes  A CC               keeps  B X Y U DP S
;   cycles   <= 12
;   stack    0
seen            lda     #PEN_FLAG
                bita    <VIA_int_flags
                rts

; ---- Following it ----------------------------------------------------------------------

; follow: 25 dots around where the pen was; it is now in the middle of those that it sees
;   in       pen_y, pen_x; the scale in T1, DP = $D0
;   out      pen_seen, pen_y, pen_x, v_lost; another point of the sketch, or v_step = search_rows
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 10800
;   stack    8
follow          clr     v_sum_y
                clr     v_sum_x
                clr     v_hits
                lda     #-DOTS_REACH
.row            sta     v_dot_y
                lda     #-DOTS_REACH
.dot            sta     v_dot_x
                lda     pen_y
                adda    v_dot_y
                ldb     pen_x
                addb    v_dot_x
                jsr     Dot_d
                bsr     seen
                beq     .dark
                inc     v_hits
                lda     v_sum_y
                adda    v_dot_y
                sta     v_sum_y
                lda     v_sum_x
                adda    v_dot_x
                sta     v_sum_x
.dark           jsr     Reset0Ref
                lda     v_dot_x
                adda    #DOT_STEP
                cmpa    #DOTS_REACH
                ble     .dot
                lda     v_dot_y
                adda    #DOT_STEP
                cmpa    #DOTS_REACH
                ble     .row
                lda     v_hits
                sta     pen_seen
                beq     .lost
                clr     v_lost
                lda     v_sum_y
                bsr     mean
                adda    pen_y
                bsr     within
                sta     pen_y
                lda     v_sum_x
                bsr     mean
                adda    pen_x
                bsr     within
                sta     pen_x
                lbra    keep_point
.lost           inc     v_lost
                lda     v_lost
                cmpa    #LOST_FRAMES
                blo     .wait
                inc     v_begins
                ldd     #search_rows
                jmp     search_begin
.wait           rts

; mean: divide by v_hits, towards 0
;   in       A = sum, signed; v_hits = of how many, not 0
;   out      A = mean
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 80 where no part of the sum is more than DOTS_REACH
;   stack    0
mean            clrb
                tsta
                bmi     .below
.up             suba    v_hits
                blt     .is
                incb
                bra     .up
.below          adda    v_hits
                bgt     .is
                decb
                bra     .below
.is             tfr     b,a
                rts

; within: bring a coordinate back to where the search goes
;   in       A = y or x
;   out      A = -EDGE to EDGE
;   changes  A CC               keeps  B X Y U DP S
;   cycles   <= 20
;   stack    0
within          cmpa    #EDGE
                ble     .low
                lda     #EDGE
.low            cmpa    #-EDGE
                bge     .is
                lda     #-EDGE
.is             rts

; ---- The sketch ------------------------------------------------------------------------

; keep_point: the pen's place becomes a point, unless it is near the last one or button 1 is down
;   in       pen_y, pen_x, v_last_y, v_last_x, v_begins, Vec_Btn_State
;   out      points, v_points, v_last_y, v_last_x, v_begins
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 180
;   stack    2
keep_point      lda     Vec_Btn_State
                bita    #$01
                beq     .draws
                inc     v_begins
                rts
.draws          lda     v_points
                cmpa    #POINTS_MOST
                bhs     .none
                tst     v_begins
                bne     .keep
                lda     pen_y
                suba    v_last_y
                bsr     .far
                bhs     .keep
                lda     pen_x
                suba    v_last_x
                bsr     .far
                blo     .none
.keep           ldb     v_points
                lda     #POINT_BYTES
                mul
                ldx     #points
                leax    d,x
                clra
                tst     v_begins
                bne     .mark
                inca
.mark           sta     ,x+
                ldd     pen_y
                std     ,x
                std     v_last_y
                clr     v_begins
                inc     v_points
.none           rts
.far            bpl     .plus
                nega
.plus           cmpa    #NEAR
                rts

; sketch_draw: draw every line of the sketch
;   in       points, v_points, DP = $D0; the beam zeroed
;   out      the beam zeroed, unless there are no points
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 14000           vectors <= 49
;   stack    6
sketch_draw     jsr     Intensity_3F
                lda     #SCALE
                sta     <VIA_t1_cnt_lo
                ldu     #points
                lda     v_points
                beq     .none
                sta     v_lines
.point          lda     ,u
                bne     .line
                jsr     Reset0Ref
                ldd     1,u
                jsr     Moveto_d
                bra     .next
.line           lda     1,u
                suba    1-POINT_BYTES,u
                ldb     2,u
                subb    2-POINT_BYTES,u
                jsr     Draw_Line_d
.next           leau    POINT_BYTES,u
                dec     v_lines
                bne     .point
                jmp     Reset0Ref
.none           rts
