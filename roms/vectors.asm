; vectors.asm: lists of lines, packets, pattern lines, mode lists
;
; address:  $F3AD-$F494
; DP:       $D0
;
; Coordinates are signed bytes, y first, relative to where the beam is, times the scale.
; All of these end with Check0Ref, except Draw_Pat_* at scales 0 to 3.

                setdp   $D0

; Mov_Draw_VLc_a: a move and lines, count from the list
;   in       X -> n, move, n lines; DP = $D0
;   out      X past the list, Vec_Misc_Count = 0
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 80 + 390 each       stack  0
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00
;   ram      Vec_Misc_Count
                org     $F3AD
Mov_Draw_VLc_a  lda     ,x+
                bra     Mov_Draw_VL_a

; Mov_Draw_VL_b: a move and lines at a scale
;   in       B = scale, Vec_Misc_Count = n, X -> move, n lines; DP = $D0
;   out      X past the list, Vec_Misc_Count = 0
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 80 + 390 each       stack  0
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00, T1L = B
;   ram      Vec_Misc_Count
Mov_Draw_VL_b   stb     <VIA_t1_cnt_lo
                bra     Mov_Draw_VL

; Mov_Draw_VLcs: a move and lines, count and scale from the list
;   in       X -> n, scale, move, n lines; DP = $D0
;   out      X past the list, Vec_Misc_Count = 0
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 80 + 390 each       stack  0
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00, T1L free
;   ram      Vec_Misc_Count
Mov_Draw_VLcs   ldd     ,x++
; falls into Mov_Draw_VL_ab

; Mov_Draw_VL_ab: a move and n lines at a scale
;   in       A = n, B = scale, X -> move, n lines; DP = $D0
;   out      X past the list, Vec_Misc_Count = 0
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 80 + 390 each       stack  0
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00, T1L = B
;   ram      Vec_Misc_Count
Mov_Draw_VL_ab  stb     <VIA_t1_cnt_lo
; falls into Mov_Draw_VL_a

; Mov_Draw_VL_a: a move and n lines
;   in       A = n, X -> move, n lines; DP = $D0
;   out      X past the list, Vec_Misc_Count = 0
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 80 + 390 each       stack  0
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00
;   ram      Vec_Misc_Count
Mov_Draw_VL_a   sta     >Vec_Misc_Count
; falls into Mov_Draw_VL

; Mov_Draw_VL: a move and lines
;   in       Vec_Misc_Count = n, X -> move, n lines; DP = $D0
;   out      X past the list, Vec_Misc_Count = 0
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 80 + 390 each       stack  0
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00
;   ram      Vec_Misc_Count
Mov_Draw_VL     ldd     ,x
; falls into Mov_Draw_VL_d

; Mov_Draw_VL_d: a given move and lines
;   in       A = y, B = x of the move; Vec_Misc_Count = n, X -> 2 bytes skipped, n lines
;            DP = $D0
;   out      X past the list, Vec_Misc_Count = 0
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 80 + 390 each       stack  0
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00
;   ram      Vec_Misc_Count
Mov_Draw_VL_d   sta     <VIA_port_a
                clr     <VIA_port_b
                leax    2,x
                nop
                inc     <VIA_port_b     ; hold y
                stb     <VIA_port_a     ; x to the DAC
                ldd     #0              ; dark
                bra     line_go

; Draw_VLc: lines, count from the list
;   in       X -> n - 1, n lines; DP = $D0
;   out      X past the list, Vec_Misc_Count = 0
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 80 + 390 each       stack  0
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00
;   ram      Vec_Misc_Count
                org     $F3CE
Draw_VLc        lda     ,x+
                bra     Draw_VL_a

; Draw_VL_b: lines at a scale
;   in       B = scale, Vec_Misc_Count = n - 1, X -> n lines; DP = $D0
;   out      X past the list, Vec_Misc_Count = 0
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 80 + 390 each       stack  0
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00, T1L = B
;   ram      Vec_Misc_Count
Draw_VL_b       stb     <VIA_t1_cnt_lo
                bra     Draw_VL

; Draw_VLcs: lines, count and scale from the list
;   in       X -> n - 1, scale, n lines; DP = $D0
;   out      X past the list, Vec_Misc_Count = 0
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 80 + 390 each       stack  0
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00, T1L free
;   ram      Vec_Misc_Count
Draw_VLcs       ldd     ,x++
; falls into Draw_VL_ab

; Draw_VL_ab: n lines at a scale
;   in       A = n - 1, B = scale, X -> n lines; DP = $D0
;   out      X past the list, Vec_Misc_Count = 0
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 80 + 390 each       stack  0
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00, T1L = B
;   ram      Vec_Misc_Count
Draw_VL_ab      stb     <VIA_t1_cnt_lo
; falls into Draw_VL_a

; Draw_VL_a: n lines
;   in       A = n - 1, X -> n lines; DP = $D0
;   out      X past the list, Vec_Misc_Count = 0
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 80 + 390 each       stack  0
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00
;   ram      Vec_Misc_Count
Draw_VL_a       sta     >Vec_Misc_Count
; falls into Draw_VL

; Draw_VL: lines
;   in       Vec_Misc_Count = n - 1, X -> n lines; DP = $D0
;   out      X past the list, Vec_Misc_Count = 0
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 80 + 390 each       stack  0
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00
;   ram      Vec_Misc_Count
Draw_VL         ldd     ,x
; falls into Draw_Line_d

; Draw_Line_d: a given line, then Vec_Misc_Count more lines
;   in       A = y, B = x; Vec_Misc_Count, normally 0; X -> 2 bytes skipped, lines; DP = $D0
;   out      X past the list (or 2 on), Vec_Misc_Count = 0
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 80 + 390 each       stack  0
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00
;   ram      Vec_Misc_Count
Draw_Line_d     sta     <VIA_port_a
                clr     <VIA_port_b     ; y into its sample and hold
                leax    2,x
                nop
                inc     <VIA_port_b     ; hold y; the pins of bits 5 to 7 come back
                stb     <VIA_port_a     ; x to the DAC
                ldd     #$FF00          ; light
; falls into line_go
line_go         sta     <VIA_shift_reg
                stb     <VIA_t1_cnt_hi  ; go
                ldd     #IFR_T1
.wait           bitb    <VIA_int_flags
                beq     .wait
                nop
                sta     <VIA_shift_reg  ; dark
                lda     >Vec_Misc_Count
                deca
                bpl     Draw_VL_a
                jmp     Check0Ref

; Draw_VLp_FF: packets at scale $FF
;   in       X -> pattern, y, x, ... until a pattern from 1 to $7F; DP = $D0
;   out      X at the end mark
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 80 + 370 each       stack  0
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00, T1L = $FF
                org     $F404
Draw_VLp_FF     ldb     #$FF
                bra     Draw_VLp_b

; Draw_VLp_7F: packets at scale $7F
;   in       X -> pattern, y, x, ... until a pattern from 1 to $7F; DP = $D0
;   out      X at the end mark
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 80 + 250 each       stack  0
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00, T1L = $7F
Draw_VLp_7F     ldb     #$7F
                bra     Draw_VLp_b

; Draw_VLp_scale: packets at the scale in front of them
;   in       X -> scale, pattern, y, x, ... until a pattern from 1 to $7F; DP = $D0
;   out      X at the end mark
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 80 + 370 each       stack  0
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00, T1L free
Draw_VLp_scale  ldb     ,x+
; falls into Draw_VLp_b

; Draw_VLp_b: packets at a scale
;   in       B = scale, X -> pattern, y, x, ... until a pattern from 1 to $7F; DP = $D0
;   out      X at the end mark
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 80 + 370 each       stack  0
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00, T1L = B
Draw_VLp_b      stb     <VIA_t1_cnt_lo
; falls into Draw_VLp

; Draw_VLp: packets; a pattern of $FF is a line, 0 a move, others 8 bits with the last held
;   in       X -> pattern, y, x, ... until a pattern from 1 to $7F; DP = $D0
;   out      X at the end mark
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 80 + 370 each       stack  0
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00
;   quirks   the first packet is drawn whatever its pattern
Draw_VLp        ldd     1,x
                sta     <VIA_port_a
                clr     <VIA_port_b
                lda     ,x
                leax    3,x
                inc     <VIA_port_b
                stb     <VIA_port_a
                sta     <VIA_shift_reg
                clr     <VIA_t1_cnt_hi
                ldd     #IFR_T1
.wait           bitb    <VIA_int_flags
                beq     .wait
                nop
                sta     <VIA_shift_reg
                lda     ,x
                ble     Draw_VLp
                jmp     Check0Ref

; Draw_Pat_VL_a: n lines in the pattern Vec_Pattern
;   in       A = n - 1, X -> n lines, Vec_Pattern, DP = $D0
;   out      X past the list, Vec_Misc_Count = 0
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 80 + 390 each       stack  0
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00
;   ram      Vec_Misc_Count
;   quirks   the byte before the entry decrements A: enter there with A = n
                org     $F433
pattern_next    deca
; falls into Draw_Pat_VL_a
Draw_Pat_VL_a   sta     >Vec_Misc_Count
; falls into Draw_Pat_VL

; Draw_Pat_VL: lines in the pattern Vec_Pattern
;   in       Vec_Misc_Count = n - 1, X -> n lines, Vec_Pattern, DP = $D0
;   out      X past the list, Vec_Misc_Count = 0
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 80 + 390 each       stack  0
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00
;   ram      Vec_Misc_Count
Draw_Pat_VL     ldd     ,x
; falls into Draw_Pat_VL_d

; Draw_Pat_VL_d: a given line and more, in the pattern Vec_Pattern
;   in       A = y, B = x; Vec_Misc_Count = n - 1; X -> 2 bytes skipped, lines; Vec_Pattern
;            DP = $D0
;   out      X past the list, Vec_Misc_Count = 0
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 80 + 390 each       stack  0
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00
;   ram      Vec_Misc_Count
;   quirks   scales 0 to 3 end without Check0Ref, with A = 0 and B = $40
Draw_Pat_VL_d   sta     <VIA_port_a
                clr     <VIA_port_b
                leax    2,x
                inc     <VIA_port_b
                stb     <VIA_port_a
                lda     >Vec_Pattern
                ldb     #IFR_T1
                sta     <VIA_shift_reg
                clr     <VIA_t1_cnt_hi
                bitb    >VIA_int_flags  ; scales 0 to 3 are over
                bne     .short
.again          sta     <VIA_shift_reg  ; [4] the pattern again
                nop                     ; [2]
                bitb    <VIA_int_flags  ; [4]
                bne     .end            ; [3]
                nop                     ; [2]
                bra     .again          ; [3] = 18
.end            lda     >Vec_Misc_Count
                clr     <VIA_shift_reg
                tsta
                bne     pattern_next
                jmp     Check0Ref

.short          clr     <VIA_shift_reg
                lda     >Vec_Misc_Count
                bne     pattern_next
                rts

; Draw_VL_mode: moves, lines and pattern lines in one list
;   in       X -> mode, y, x, ... 1; mode below 0 pattern, 0 move, above 1 line
;            Vec_Misc_Count = 0, Vec_Pattern, DP = $D0
;   out      X past the end mark
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 80 + 420 each       stack  3
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00
;   ram      Vec_Misc_Count, Vec_0Ref_Enable
                org     $F46E
Draw_VL_mode    lda     >Vec_0Ref_Enable
                pshs    a
                clr     >Vec_0Ref_Enable
.next           lda     ,x+
                bpl     .plain
                bsr     Draw_Pat_VL
                bra     .next

.plain          bne     .line
                jsr     Mov_Draw_VL
                bra     .next

.line           deca
                beq     .end
                jsr     Draw_VL
                bra     .next

.end            puls    a
                sta     >Vec_0Ref_Enable
                jmp     Check0Ref
