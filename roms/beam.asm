; beam.asm: intensity, dots, moves and the return to zero
;
; address:  $F29D-$F372
; DP:       $D0

                setdp   $D0

; Intensity_1F: a quarter of full intensity
;   in       DP = $D0
;   out      Vec_Brightness = $1F
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 40                  stack  0
;   leaves   ORA = $1F, ORB = $01
;   ram      Vec_Brightness
                org     $F29D
Intensity_1F    lda     #$1F
                bra     Intensity_a

; Intensity_3F: half of full intensity
;   in       DP = $D0
;   out      Vec_Brightness = $3F
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 40                  stack  0
;   leaves   ORA = $3F, ORB = $01
;   ram      Vec_Brightness
Intensity_3F    lda     #$3F
                bra     Intensity_a

; Intensity_5F: three quarters of full intensity
;   in       DP = $D0
;   out      Vec_Brightness = $5F
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 40                  stack  0
;   leaves   ORA = $5F, ORB = $01
;   ram      Vec_Brightness
Intensity_5F    lda     #$5F
                bra     Intensity_a

; Intensity_7F: full intensity
;   in       DP = $D0
;   out      Vec_Brightness = $7F
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 37                  stack  0
;   leaves   ORA = $7F, ORB = $01
;   ram      Vec_Brightness
Intensity_7F    lda     #$7F
; falls into Intensity_a

; Intensity_a: set the intensity of the beam
;   in       A = 0 to $7F ($80 to $FF show nothing), DP = $D0
;   out      Vec_Brightness
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 35                  stack  0
;   leaves   ORA = A, ORB = $01
;   ram      Vec_Brightness
Intensity_a     sta     <VIA_port_a
                sta     >Vec_Brightness
                ldd     #$0504          ; mux channel 2
                sta     <VIA_port_b
                stb     <VIA_port_b
                stb     <VIA_port_b
                ldb     #MUX_OFF
                stb     <VIA_port_b
                rts

; Dot_ix_b: a dot of given dwell, relative to the beam
;   in       X -> y, x; B = dwell; DP = $D0
;   out      X past the pair, Vec_Dot_Dwell
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 1700                stack  4
;   leaves   ORA free, ORB = $C1 or $E1, PCR = $CE, SR = $00
;   ram      Vec_Dot_Dwell
                org     $F2BE
Dot_ix_b        stb     >Vec_Dot_Dwell
; falls into Dot_ix

; Dot_ix: a dot, relative to the beam
;   in       X -> y, x; DP = $D0
;   out      X past the pair
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 1700                stack  4
;   leaves   ORA free, ORB = $C1 or $E1, PCR = $CE, SR = $00
Dot_ix          ldd     ,x++
; falls into Dot_d

; Dot_d: a dot, relative to the beam
;   in       A = y, B = x, DP = $D0
;   out      none
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 1700                stack  4
;   leaves   ORA free, ORB = $C1 or $E1, PCR = $CE, SR = $00
Dot_d           bsr     Moveto_d
; falls into Dot_here

; Dot_here: a dot where the beam is
;   in       Vec_Dot_Dwell (0 = 256), DP = $D0
;   out      none
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 1310                stack  0
;   leaves   SR = $00
Dot_here        lda     #$FF
                sta     <VIA_shift_reg
                ldb     >Vec_Dot_Dwell
.lit            decb
                bne     .lit
                clr     <VIA_shift_reg
                rts

dots_next       dec     >Vec_Misc_Count
; falls into Dot_List

; Dot_List: dots, each relative to the last
;   in       X -> y, x, ...; Vec_Misc_Count = dots - 1; DP = $D0
;   out      X past the list, Vec_Misc_Count = 0, beam at zero
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 1750 each           stack  6
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00
;   ram      Vec_Misc_Count
Dot_List        bsr     Dot_ix
                lda     >Vec_Misc_Count
                bne     dots_next
                bra     Reset0Ref

; Dot_List_Reset: dots, each relative to the last, until a mode above 0
;   in       X -> mode, y, x, ... until mode > 0; DP = $D0
;   out      X past the last mode, beam at zero
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 1750 each           stack  6
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00
Dot_List_Reset  lda     ,x+
                bgt     Reset0Ref
                bsr     Dot_ix
                bra     Dot_List_Reset

; Recalibrate: drive the beam to two corners, then to zero
;   in       DP = $D0
;   out      beam at zero, scale $FF
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 850                 stack  4
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00, T1L = $FF
                org     $F2E6
Recalibrate     ldx     #tbl_corners
                bsr     Moveto_ix_FF
                jsr     Reset0Int
                bsr     Moveto_ix
                bra     Reset0Ref

; Moveto_x_7F: move by the high bytes of two words, at scale $7F
;   in       X -> y high, y low, x high, x low; DP = $D0
;   out      none
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 255                 stack  2
;   leaves   ORA free, ORB = $C1 or $E1, PCR = $CE, SR = $00, T1L = $7F
                org     $F2F2
Moveto_x_7F     ldb     #$7F
                stb     <VIA_t1_cnt_lo
                lda     ,x
                ldb     2,x
                bra     Moveto_d

; Moveto_d_7F: move at scale $7F
;   in       A = y, B = x, DP = $D0
;   out      none
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 250                 stack  2
;   leaves   ORA free, ORB = $C1 or $E1, PCR = $CE, SR = $00, T1L = $7F
Moveto_d_7F     sta     <VIA_port_a
                pshs    d
                lda     #$7F
                sta     <VIA_t1_cnt_lo
                clr     <VIA_port_b
                bra     move_start

; Moveto_ix_FF: move at scale $FF
;   in       X -> y, x; DP = $D0
;   out      X past the pair
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 380                 stack  2
;   leaves   ORA free, ORB = $C1 or $E1, PCR = $CE, SR = $00, T1L = $FF
                org     $F308
Moveto_ix_FF    ldb     #$FF
                bra     Moveto_ix_b

; Moveto_ix_7F: move at scale $7F
;   in       X -> y, x; DP = $D0
;   out      X past the pair
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 250                 stack  2
;   leaves   ORA free, ORB = $C1 or $E1, PCR = $CE, SR = $00, T1L = $7F
Moveto_ix_7F    ldb     #$7F
; falls into Moveto_ix_b

; Moveto_ix_b: move at a given scale
;   in       X -> y, x; B = scale; DP = $D0
;   out      X past the pair
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 380                 stack  2
;   leaves   ORA free, ORB = $C1 or $E1, PCR = $CE, SR = $00, T1L = B
Moveto_ix_b     stb     <VIA_t1_cnt_lo
; falls into Moveto_ix

; Moveto_ix: move
;   in       X -> y, x; DP = $D0
;   out      X past the pair
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 375                 stack  2
;   leaves   ORA free, ORB = $C1 or $E1, PCR = $CE, SR = $00
Moveto_ix       ldd     ,x++
; falls into Moveto_d

; Moveto_d: move, and let long moves settle
;   in       A = y, B = x, DP = $D0
;   out      none
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 370                 stack  2
;   leaves   ORA free, ORB = $C1 or $E1, PCR = $CE, SR = $00
Moveto_d        sta     <VIA_port_a
                clr     <VIA_port_b     ; y into its sample and hold
                pshs    d
; falls into move_start
move_start      lda     #PCR_FREE
                sta     <VIA_cntl
                clr     <VIA_shift_reg
                inc     <VIA_port_b     ; hold y; the pins of bits 5 to 7 come back
                stb     <VIA_port_a     ; x to the DAC
                clr     <VIA_t1_cnt_hi  ; go
                lda     ,s
                jmp     move_length     ; a call would use two more bytes of stack
move_wait       ldb     #IFR_T1
                cmpa    #64
                bls     .short
                cmpa    #101
                lda     #4              ; passes to settle, twice that for the far ones
                blo     .wait
                ldd     #8*256+IFR_T1
.wait           bitb    <VIA_int_flags
                beq     .wait
.settle         deca
                bne     .settle
                rts

.short          bitb    <VIA_int_flags
                beq     .short
                rts

; Reset0Ref_D0: set DP to the page of the VIA, then as Reset0Ref
;   in       none
;   out      DP = $D0
;   changes  A B DP CC              keeps  X Y U S
;   cycles   <= 70                  stack  2
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00
                org     $F34A
Reset0Ref_D0    jsr     DP_to_D0
                bra     Reset0Ref

; Check0Ref: as Reset0Ref, if Vec_0Ref_Enable is not 0
;   in       Vec_0Ref_Enable, DP = $D0
;   out      none
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 51                  stack  0
;   leaves   ORA = $00 or kept, ORB = $01 or kept, PCR = $CC or kept, SR = $00 or kept
Check0Ref       lda     >Vec_0Ref_Enable
                beq     ref_end
; falls into Reset0Ref

; Reset0Ref: zero the beam, switch it off, and sample the zero reference
;   in       DP = $D0
;   out      integrators held at zero
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 43                  stack  0
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00
Reset0Ref       ldd     #PCR_ZERO
                stb     <VIA_cntl
                sta     <VIA_shift_reg
; falls into Reset_Pen

; Reset_Pen: sample the zero reference of the integrators
;   in       DP = $D0
;   out      none
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 32                  stack  0
;   leaves   ORA = $00, ORB = $01
Reset_Pen       ldd     #$0302          ; mux channel 1
                clr     <VIA_port_a
                sta     <VIA_port_b
                stb     <VIA_port_b
                stb     <VIA_port_b
                ldb     #MUX_OFF
                stb     <VIA_port_b
; falls into ref_end
ref_end         rts

; Reset0Int: zero the beam, and switch it off
;   in       DP = $D0
;   out      integrators held at zero
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 16                  stack  0
;   leaves   PCR = $CC, SR = $00
                org     $F36B
Reset0Int       ldd     #PCR_ZERO
                stb     <VIA_cntl
                sta     <VIA_shift_reg
                rts

; the rest of Moveto_d: A = about the larger magnitude of y and x, as Abs_a_b returns them
                org     $F910
move_length     brn     *               ; as long as a call of Abs_a_b: the ramp is on
                nop     2
                tsta
                bpl     .x
                nega
                bvc     .x
                deca
.x              tstb
                bpl     .longer
                negb
                bvc     .longer
                decb
.longer         stb     ,s
                ora     ,s++
                jmp     move_wait
