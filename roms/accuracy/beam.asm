; beam.asm: cards for the eye
;
; what:     the cards of the topic beam: lines that must meet marks
; DP:       $D0
; sources:  [ANALOG] and [VIA] are in docs/sources.md
;
; The comments that begin with ;@card are read by roms/accuracy_tables.py: number, name, what is
; seen.  Cards 1 to 3 are those of the service program, and of `vecx calibrate`.

ACR_LIGHT       equ     $98             ; T1 drives PB7, the shift register CB2, as Init_VIA leaves
ACR_PLAIN       equ     $80             ; CB2 as PCR says
PCR_DARK        equ     $CE             ; not zeroing; CB2 low
CARD_SCALE      equ     126             ; 128 cycles of ramp on a console
MARK_X          equ     60
ROW_X           equ     -MARK_X
ZERO_NOPS       equ     20

topic_beam      fdb     .name,cards_run,tbl_cards,0
.name           fcc     "BEAM CARDS"
                fcb     $80
tbl_cards       fcb     9
                fdb     .n1,sv_card,.n2,sv_drift,.n3,sv_slant,.n4,beam_ramps,.n5,beam_zero
                fdb     .n6,beam_light,.n7,beam_patterns,.n8,beam_strokes,.n9,beam_lines
.n1             fcc     "1 CARD"
                fcb     $80
.n2             fcc     "2 DRIFT"
                fcb     $80
.n3             fcc     "3 TEXT"
                fcb     $80
.n4             fcc     "4 RAMPS"
                fcb     $80
.n5             fcc     "5 ZEROING"
                fcb     $80
.n6             fcc     "6 BRIGHTNESS"
                fcb     $80
.n7             fcc     "7 PATTERNS"
                fcb     $80
.n8             fcc     "8 STROKES"
                fcb     $80
.n9             fcc     "9 CA2 AND CB2"
                fcb     $80

; row_begin: the beam to the beginning of a row; drawing a line changes X, but keeps Y
;   in       A = y
row_begin       pshs    a
                jsr     Reset0Ref
                lda     #CARD_SCALE
                sta     <VIA_t1_cnt_lo
                puls    a
                ldb     #ROW_X
                jmp     Moveto_d

;@card 1 "CARD" a square, a circle, and three stars of equal size
;@card 2 "DRIFT" ten squares drawn without zeroing between them, and ten with: each looks drawn once
;@card 3 "TEXT" the first S of the long text above upright strokes is not inclined
;@card 4 "RAMPS" in each row, one to eight strokes of equal sum from both marks meet at the middle
beam_ramps      ldy     #tbl_ramps
.row            lda     ,y              ; y
                bsr     row_begin
                bsr     ramps_draw
                jsr     Reset0Ref
                lda     #CARD_SCALE
                sta     <VIA_t1_cnt_lo
                lda     ,y
                ldb     #MARK_X
                jsr     Moveto_d
                neg     v_ramp
                bsr     ramps_draw_back
                leay    4,y
                cmpy    #tbl_ramps_end
                bne     .row
                clrb
                bsr     mark_draw
                ldb     #MARK_X
                bsr     mark_draw
                ldb     #ROW_X
; falls into mark_draw

; mark_draw: an upright line at x = B
mark_draw       pshs    b
                jsr     Reset0Ref
                lda     #CARD_SCALE
                sta     <VIA_t1_cnt_lo
                puls    b
                lda     #64
                jsr     Moveto_d
                ldd     #$8100          ; 127 down
                jmp     Draw_Line_d

; ramps_draw: the strokes of the row at Y; ramps_draw_back: the same with v_ramp
ramps_draw      lda     1,y
                sta     v_ramp
ramps_draw_back lda     2,y
                sta     <VIA_t1_cnt_lo
                lda     3,y
.stroke         pshs    a
                clra
                ldb     v_ramp
                jsr     Draw_Line_d
                puls    a
                deca
                bne     .stroke
                rts

; y, strength, scale, strokes: strength x (scale + 2) x strokes is MARK_X x 128
tbl_ramps       fcb     56,120,6,8
                fcb     40,120,14,4
                fcb     24,120,30,2
                fcb     8,120,62,1
                fcb     -8,96,78,1
                fcb     -24,60,126,1
                fcb     -40,40,190,1
                fcb     -56,30,254,1
tbl_ramps_end
                assert  120*(6+2)*8 = MARK_X*128, "the strokes end at the mark"
                assert  120*(14+2)*4 = MARK_X*128, "the strokes end at the mark"
                assert  96*(78+2) = MARK_X*128, "the stroke ends at the mark"
                assert  30*(254+2) = MARK_X*128, "the stroke ends at the mark"
v_ramp          equ     $CA00

;@card 5 "ZEROING" dots close in on the cross: zeroed for 7 cycles (top right), then 11, 17, 47
beam_zero       ldy     #tbl_zeroings
.dot            jsr     Reset0Ref
                lda     #CARD_SCALE
                sta     <VIA_t1_cnt_lo
                ldd     ,y++
                jsr     Moveto_d
                ldx     #.end
                lda     ,y+
                nega
                leax    a,x
                ldd     #$CC<<8|PCR_DARK
                sta     <VIA_cntl       ; zeroing for 7 cycles, and 2 for each NOP
                jmp     ,x
                rept    ZERO_NOPS
                nop
                endr
.end            stb     <VIA_cntl
                jsr     Dot_here
                cmpy    #tbl_zeroings_end
                bne     .dot
                jsr     Reset0Ref
                lda     #CARD_SCALE
                sta     <VIA_t1_cnt_lo
                ldd     #6
                jsr     Moveto_d
                ldd     #-12&$FF
                jsr     Draw_Line_d
                jsr     Reset0Ref
                ldd     #6<<8
                jsr     Moveto_d
                ldd     #(-12&$FF)<<8
                jmp     Draw_Line_d

; y, x, number of NOPs
tbl_zeroings    fcb     80,80,0
                fcb     80,-80,2
                fcb     -80,-80,5
                fcb     -80,80,ZERO_NOPS
tbl_zeroings_end

;@card 6 "BRIGHTNESS" eight lines and dots from intensity 127 down in steps of 16; none is missing
beam_light      lda     #56
.row            pshs    a
                jsr     row_begin
                lda     ,s
                adda    #72             ; 128 in the first row
                deca
                jsr     Intensity_a
                ldd     #$78            ; 120
                jsr     Draw_Line_d
                ldd     #16
                jsr     Moveto_d
                jsr     Dot_here
                puls    a
                suba    #16
                cmpa    #-72
                bne     .row
                rts

;@card 7 "PATTERNS" the eight bits of a row's pattern, then its last bit to the end of the line
beam_patterns   ldy     #tbl_patterns
.row            lda     ,y+
                jsr     row_begin
                lda     #CARD_SCALE
                sta     <VIA_t1_cnt_lo
                clr     <VIA_port_a     ; y stands still
                clr     <VIA_port_b
                inc     <VIA_port_b
                lda     #120
                sta     <VIA_port_a
                lda     ,y+
                clr     <VIA_t1_cnt_hi
                sta     <VIA_shift_reg
                lda     #$40
.wait           bita    <VIA_int_flags
                beq     .wait
                clra                    ; CLR would read first, and shift
                sta     <VIA_shift_reg
                cmpy    #tbl_patterns_end
                bne     .row
                rts

; y, pattern
tbl_patterns    fcb     56,$FF
                fcb     40,$01
                fcb     24,$55
                fcb     8,$0F
                fcb     -8,$F0
                fcb     -24,$AA
                fcb     -40,$80
                fcb     -56,$81
tbl_patterns_end

;@card 8 "STROKES" a square and its diagonals, drawn in both directions, look drawn once
beam_strokes    ldd     #-50<<8|(-50&$FF)
                bsr     strokes_from
                ldy     #tbl_square
                bsr     strokes_draw
                ldd     #50<<8|50
                bsr     strokes_from
                bsr     strokes_draw
                ldd     #-50<<8|(-50&$FF)
                bsr     strokes_from
                bsr     strokes_draw
                ldd     #50<<8|50
                bsr     strokes_from
                bsr     strokes_draw
                ldd     #50<<8|(-50&$FF)
                bsr     strokes_from
                bsr     strokes_draw
                ldd     #-50<<8|50
                bsr     strokes_from
; falls into strokes_draw

; strokes_draw: the lines at Y; Y = what follows them
strokes_draw    lda     ,y+
.line           pshs    a
                ldd     ,y++
                jsr     Draw_Line_d
                puls    a
                deca
                bne     .line
                rts

; strokes_from: move from zero to A = y, B = x
strokes_from    pshs    d
                jsr     Reset0Ref
                lda     #CARD_SCALE
                sta     <VIA_t1_cnt_lo
                puls    d
                jmp     Moveto_d

tbl_square      fcb     4,100,0,0,100,-100,0,0,-100
                fcb     4,-100,0,0,-100,100,0,0,100
                fcb     1,100,100
                fcb     1,-100,-100
                fcb     1,-100,100
                fcb     1,100,-100

;@card 9 "CA2 AND CB2" whole line; kink to the middle; half a line and a dot; tiny gap; half a line
beam_lines      ldy     #tbl_lines
.row            lda     ,y+
                jsr     row_begin
                lda     #CARD_SCALE
                sta     <VIA_t1_cnt_lo
                clr     <VIA_port_a
                clr     <VIA_port_b
                inc     <VIA_port_b
                lda     #120
                sta     <VIA_port_a
                lda     ,y+             ; PCR
                ldb     ,y+             ; ACR
                clr     <VIA_t1_cnt_hi
                sta     <VIA_cntl
                stb     <VIA_aux_cntl
                lda     #$FF
                bitb    #ACR_LIGHT-ACR_PLAIN
                beq     .lit
                sta     <VIA_shift_reg
.lit            ldb     #8
.half           decb
                bne     .half
                lda     #120            ; the accesses of CA2 and CB2, with the values that stand
                sta     <VIA_port_a
                lda     #$81
                sta     <VIA_port_b
                lda     #$40
.wait           bita    <VIA_int_flags
                beq     .wait
                lda     #PCR_DARK
                sta     <VIA_cntl
                clra
                sta     <VIA_shift_reg
                lda     #ACR_LIGHT
                sta     <VIA_aux_cntl
                cmpy    #tbl_lines_end
                bne     .row
                rts

; y, PCR, ACR: CA2 high; CA2 pulse; CA2 handshake; CB2 pulse; CB2 handshake
tbl_lines       fcb     56,$CE,ACR_LIGHT
                fcb     28,$CA,ACR_LIGHT
                fcb     -10,$C8,ACR_LIGHT
                fcb     -28,$AE,ACR_PLAIN
                fcb     -56,$8E,ACR_PLAIN
tbl_lines_end

                include "../cards.asm"
                include "../circle.asm"
