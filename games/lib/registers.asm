; registers.asm: play the registers of the sound chip as they were recorded
;
; what:     plays what `asset` makes of VGM and YM files; do not call Do_Sound meanwhile
; DP:       $D0
; RAM:      v_registers, v_registers_wait
; needs:    vectrex.inc
; begin:    registers_start, before the first registers_frame
;
; A recording, frame by frame: n, then n pairs of register and value, n up to 14;
; REGISTERS_WAIT + n: n frames without a change; REGISTERS_JUMP, and where it goes on.

REGISTERS_WAIT  equ     $80
REGISTERS_JUMP  equ     $FF

                bss
v_registers     rmb     2               ; next byte
v_registers_wait rmb    1               ; frames without a change
                code
                setdp   $D0

; registers_start: begin a recording
;   in       X = recording
;   out      none
;   changes  CC                 keeps  A B X Y U DP S
;   stack    2
registers_start stx     v_registers
                clr     v_registers_wait
                rts

; registers_frame: send the registers that change in this frame
;   in       DP = $D0
;   out      none
;   changes  A B U CC           keeps  X Y DP S
;   cycles   <= 800
;   stack    2
registers_frame lda     v_registers_wait
                beq     .read
                deca
                sta     v_registers_wait
                rts

.jump           ldu     ,u
                bra     .next
.read           ldu     v_registers
.next           ldb     ,u+
                bmi     .special
                beq     .end
.pair           lda     ,u+
                sta     <VIA_port_a
                lda     #$19
                sta     <VIA_port_b
                lda     #1
                sta     <VIA_port_b
                lda     ,u+
                sta     <VIA_port_a
                lda     #$11
                sta     <VIA_port_b
                lda     #1
                sta     <VIA_port_b
                decb
                bne     .pair
.end            stu     v_registers
                rts

.special        cmpb    #REGISTERS_JUMP
                beq     .jump
                andb    #$7F
                decb                    ; this frame is one of them
                stb     v_registers_wait
                bra     .end
