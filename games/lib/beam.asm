; beam.asm: the VIA by direct access: place the beam
;
; what:     names of values for the VIA, a macro for both deflections, moves from the centre
; DP:       $D0
; needs:    MOVE_TIME equ cycles of a move: a DAC value of v goes v * MOVE_TIME p

VIA_ZERO        equ     $CC             ; VIA_cntl: integrators held at zero
VIA_RELEASE     equ     $CE
T1_FLAG         equ     $40             ; VIA_int_flags: the ramp has ended

; aim: put values into the Y sample and hold and on the X input
aim             macro   up,right
                ldd     #(up&$FF)<<8
                sta     <VIA_port_a
                stb     <VIA_port_b     ; multiplexer on, channel 0
                ldd     #1<<8|right&$FF
                sta     <VIA_port_b     ; off
                stb     <VIA_port_a
                endm

                setdp   $D0

; beam_place: go from the centre to a point, dark
;   in       A = y, B = x, DAC values; DP = $D0
;   out      none
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 220             vectors = 0
;   stack    4
beam_place      pshs    d
                ldd     #VIA_ZERO<<8|MOVE_TIME
                sta     <VIA_cntl
                stb     <VIA_t1_cnt_lo
                ldb     #3              ; from a corner it takes 45 cycles to get to zero
.zero           decb
                bne     .zero
                puls    d
                sta     <VIA_port_a
                clr     <VIA_port_b
                lda     #VIA_RELEASE
                sta     <VIA_cntl
                lda     #1
                sta     <VIA_port_b
                stb     <VIA_port_a
                clr     <VIA_t1_cnt_hi
                ldb     #T1_FLAG
.ramp           bitb    <VIA_int_flags
                beq     .ramp
                rts
