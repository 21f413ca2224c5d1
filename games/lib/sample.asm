; sample.asm: play a sample; nothing else runs meanwhile, and the screen is dark
;
; what:     plays what `asset` makes of a WAV file: 8 bits by the DAC, or 4 bits by the level of
;           channel A of the sound chip
; DP:       $D0
; RAM:      none
; needs:    vectrex.inc
;
; A sample: turns of the delay, kind, number of bytes, bytes.  A byte is a value of the DAC, or
; two levels, high half first.

SAMPLE_DAC      equ     0               ; kind
SAMPLE_LEVELS   equ     1
SAMPLE_SOUND    equ     6               ; VIA_port_b: the multiplexer sends the DAC to the speaker

                setdp   $D0

; sample_play: play a sample from beginning to end
;   in       X = sample; DP = $D0
;   out      the beam zeroed
;   changes  A B X Y U CC       keeps  DP S
;   stack    4
sample_play     ldd     ,x++            ; A = delay, B = kind
                ldy     ,x++
                pshs    a
                lda     #$CC
                sta     <VIA_cntl       ; the DAC moves the beam too: hold it
                tstb
                bne     .levels
                lda     #SAMPLE_SOUND
                sta     <VIA_port_b
.byte           lda     ,x+
                sta     <VIA_port_a
                ldb     ,s
.wait           decb
                bne     .wait
                leay    -1,y
                bne     .byte
                clr     <VIA_port_a
                lda     #1
                sta     <VIA_port_b
                leas    1,s
                jmp     Reset0Ref

.levels         ldd     #$073F          ; tones and noise off: the level alone is heard
                jsr     Sound_Byte_raw
                lda     #8
                sta     <VIA_port_a
                ldd     #$1901
                sta     <VIA_port_b
                stb     <VIA_port_b
.pair           lda     ,x
                lsra
                lsra
                lsra
                lsra
                bsr     .level
                lda     ,x+
                anda    #$0F
                bsr     .level
                leay    -1,y
                bne     .pair
                ldd     #$0800
                jsr     Sound_Byte_raw
                leas    1,s
                jmp     Reset0Ref

.level          sta     <VIA_port_a
                ldd     #$1101
                sta     <VIA_port_b
                stb     <VIA_port_b
                ldb     2,s
.pause          decb
                bne     .pause
                rts
