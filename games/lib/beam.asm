; beam.asm: the VIA by direct access: place the beam, draw strokes
;
; what:     names of values for the VIA, macros for both deflections, moves from the centre
; DP:       $D0
; needs:    PLACE_CYCLES equ how long a move from the centre lasts: a DAC value of v goes
;           v * PLACE_CYCLES p
;
; A real machine ramps two cycles longer than its timer is set to, so every time for T1 is shorter
; by RAMP_EXTRA.  A perfect machine therefore draws slightly smaller.  Any other offset of a ramp
; causes an error of DAC value times cycles, which disappears with the next zeroing.

VIA_ZERO        equ     $CC             ; VIA_cntl: integrators held at zero
VIA_RELEASE     equ     $CE
T1_FLAG         equ     $40             ; VIA_int_flags: the ramp has ended
RAMP_EXTRA      equ     2               ; cycles
ZERO_CYCLES     equ     54              ; from a corner of the screen, on an old machine
ZERO_TURNS      equ     (ZERO_CYCLES-22)/5+1    ; of five cycles, in addition to 22 others

; aim: put values into the Y sample and hold and on the X input; 22 cycles
aim             macro   up,right
                ldd     #(up&$FF)<<8
                sta     <VIA_port_a
                stb     <VIA_port_b     ; multiplexer on, channel 0
                ldd     #1<<8|right&$FF
                sta     <VIA_port_b     ; off
                stb     <VIA_port_a
                endm

; aim_ramp: the same, and a ramp's time, while the hold takes its value; 28 cycles
aim_ramp        macro   up,right,cycles
                ldd     #(up&$FF)<<8
                sta     <VIA_port_a
                stb     <VIA_port_b
                lda     #cycles-RAMP_EXTRA
                sta     <VIA_t1_cnt_lo
                ldd     #1<<8|right&$FF
                sta     <VIA_port_b
                stb     <VIA_port_a
                endm

; ramp_wait: wait until the ramp has ended
ramp_wait       macro
                ldb     #T1_FLAG
.ramp\?         bitb    <VIA_int_flags
                beq     .ramp\?
                endm

; place: go from the centre to a point with the beam off, in a number of cycles
place           macro   up,right,cycles
                lda     #VIA_ZERO
                sta     <VIA_cntl
                aim_ramp up,right,cycles
                lda     #(ZERO_CYCLES-28)/5+1
.zero\?         deca
                bne     .zero\?
                lda     #VIA_RELEASE
                sta     <VIA_cntl
                clr     <VIA_t1_cnt_hi
                ramp_wait
                endm

; grid_skip: from a line to the next, dark
grid_skip       macro   up,right,cycles
                aim_ramp up,right,cycles
                clr     <VIA_t1_cnt_hi
                ramp_wait
                endm

; line_begin, line_end: a line of the grid; between them there is time for its cycles of work
line_begin      macro   up,right,cycles
                aim_ramp up,right,cycles
                ldd     #$FF00
                sta     <VIA_shift_reg
                stb     <VIA_t1_cnt_hi
                endm

line_end        macro
                ramp_wait
                lda     #2              ; the ramp ends later than the timer
.end\?          deca
                bne     .end\?
                clr     <VIA_shift_reg
                endm

line            macro   up,right,cycles
                line_begin up,right,cycles
                line_end
                endm

                setdp   $D0

; beam_place: go from the centre to a point, dark
;   in       A = y, B = x, DAC values for PLACE_CYCLES; DP = $D0
;   out      none
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 240             vectors = 0
;   stack    2
beam_place      sta     <VIA_port_a
                clr     <VIA_port_b
                lda     #VIA_ZERO
                sta     <VIA_cntl
                lda     #PLACE_CYCLES-RAMP_EXTRA
                sta     <VIA_t1_cnt_lo
                lda     #1
                sta     <VIA_port_b
                stb     <VIA_port_a
                ldb     #ZERO_TURNS
.zero           decb
                bne     .zero
                lda     #VIA_RELEASE
                sta     <VIA_cntl
                clr     <VIA_t1_cnt_hi
                ramp_wait
                rts
