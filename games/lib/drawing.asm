; drawing.asm: draw what `asset` makes of a drawing with form=lists
;
; what:     strokes with moves between them, at any brightness; zeroes the beam on the way where
;           the drawing says so, and returns to the drawing's place
; DP:       $D0
; RAM:      none
; needs:    vectrex.inc
;
; A drawing: the scale, then commands until DRAWING_END:
;   0..$7F  y, x of a dark move, then as many lines y, x
;   $81     zero the beam, go to the drawing's place; the scale follows
;   $82..   intensity, with bit 7 set

DRAWING_END     equ     $80
DRAWING_ZERO    equ     $81
DRAWING_LIGHT   equ     $80             ; plus the intensity
DRAWING_T1      equ     $40             ; VIA_int_flags: the ramp has ended

                setdp   $D0

; drawing_draw: draw a drawing at a place
;   in       A = y, B = x of the place at scale $7F; X = drawing; DP = $D0, the beam zeroed
;   out      the beam zeroed
;   changes  A B X Y U CC       keeps  DP S
;   stack    6
drawing_draw    leau    ,x
                pshs    d
.place          ldd     ,s
                jsr     Moveto_d_7F
                lda     ,u+
                sta     <VIA_t1_cnt_lo
.next           ldb     ,u+
                bmi     .special
                clra
                tfr     d,y             ; lines
                pulu    d               ; the move
                sta     <VIA_port_a
                clr     <VIA_port_b
                nop                     ; the hold takes its value
                inc     <VIA_port_b
                stb     <VIA_port_a
                clr     <VIA_t1_cnt_hi
                ldb     #DRAWING_T1
.move           bitb    <VIA_int_flags
                beq     .move
                leay    ,y
                beq     .next
                lda     ,u
                bra     .line
.ramp           bitb    <VIA_int_flags
                beq     .ramp
                nop                     ; the beam stops later than the timer
                clr     <VIA_shift_reg
.line           sta     <VIA_port_a
                clr     <VIA_port_b
                ldb     1,u             ; the hold takes its value
                inc     <VIA_port_b
                stb     <VIA_port_a
                ldd     #$FF00+DRAWING_T1
                sta     <VIA_shift_reg
                clr     <VIA_t1_cnt_hi
                leau    2,u             ; while the beam goes
                lda     ,u
                leay    -1,y
                bne     .ramp
.last           bitb    <VIA_int_flags
                beq     .last
                nop
                clr     <VIA_shift_reg
                bra     .next

.special        cmpb    #DRAWING_ZERO
                blo     .end
                beq     .zero
                andb    #$7F
                tfr     b,a
                jsr     Intensity_a
                bra     .next
.zero           jsr     Reset0Ref
                bra     .place
.end            leas    2,s
                jmp     Reset0Ref
