; sound.asm: the sound chip
;
; address:  $F256-$F29C
; DP:       $D0

                setdp   $D0

; Sound_Byte: write a sound register, and its shadow
;   in       A = register 0-14, B = value, DP = $D0
;   out      B = 1, X = Vec_Snd_Shadow
;   changes  B X CC                 keeps  A Y U S DP
;   flags    N Z of B
;   cycles   <= 60                  stack  0
;   leaves   ORA = B, ORB = $01, sound registers
;   ram      Vec_Snd_Shadow
                org     $F256
Sound_Byte      ldx     #Vec_Snd_Shadow
; falls into Sound_Byte_x

; Sound_Byte_x: write a sound register, and a shadow at X
;   in       A = register 0-14, B = value, X = shadow, DP = $D0
;   out      B = 1
;   changes  B CC                   keeps  A X Y U S DP
;   flags    N Z of B
;   cycles   <= 57                  stack  0
;   leaves   ORA = B, ORB = $01, sound registers
;   ram      at X
Sound_Byte_x    stb     a,x
; falls into Sound_Byte_raw

; Sound_Byte_raw: write a sound register
;   in       A = register 0-14, B = value, DP = $D0
;   out      B = 1
;   changes  B CC                   keeps  A X Y U S DP
;   flags    N Z of B
;   cycles   <= 50                  stack  0
;   leaves   ORA = B, ORB = $01, sound registers
Sound_Byte_raw  sta     <VIA_port_a
                lda     #MUX_OFF+PSG_LATCH
                sta     <VIA_port_b
                lda     #MUX_OFF
                sta     <VIA_port_b
                lda     <VIA_port_a     ; the register's number again
                stb     <VIA_port_a
                ldb     #MUX_OFF+PSG_WRITE
                stb     <VIA_port_b
                ldb     #MUX_OFF
                stb     <VIA_port_b
                rts

; Clear_Sound: silence the chip
;   in       DP = $D0
;   out      registers 0-13 = 1, register 14 = 0, their shadows; Vec_Music_Work silent
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 1300                stack  2
;   leaves   ORA = $01, ORB = $01, sound registers
;   ram      Vec_Snd_Shadow, Vec_Music_Work
                org     $F272
Clear_Sound     ldd     #PORT_BUTTONS*256
.reg            bsr     Sound_Byte      ; leaves B = 1 for the registers below
                deca
                bpl     .reg
                jmp     Init_Music_Buf

; Sound_Bytes: write a list of sound registers
;   in       U -> register, value, ... until a register with bit 7; DP = $D0
;   out      U 2 past the end mark, X = Vec_Snd_Shadow
;   changes  A B X U CC             keeps  Y S DP
;   cycles   <= 22 + 80 each        stack  2
;   leaves   ORA free, ORB = $01, sound registers
;   ram      Vec_Snd_Shadow
                org     $F27D
Sound_Bytes     ldx     #Vec_Snd_Shadow
                bra     Sound_Bytes_x
put_next        bsr     Sound_Byte_x
; falls into Sound_Bytes_x

; Sound_Bytes_x: write a list of sound registers with a shadow at X
;   in       U -> register, value, ... until a register with bit 7; X = shadow; DP = $D0
;   out      U 2 past the end mark
;   changes  A B U CC               keeps  X Y S DP
;   cycles   <= 22 + 80 each        stack  2
;   leaves   ORA free, ORB = $01, sound registers
;   ram      at X
Sound_Bytes_x   ldd     ,u++
                bpl     put_next
                rts

; Do_Sound: send what has changed in Vec_Music_Work to the chip, register 13 first
;   in       Vec_Music_Work, Vec_Snd_Shadow, DP = $D0
;   out      Vec_Snd_Shadow
;   changes  A B X U CC             keeps  Y S DP
;   cycles   <= 1100                stack  2
;   leaves   ORA free, ORB = $01, sound registers
;   ram      Vec_Snd_Shadow
                org     $F289
Do_Sound        ldx     #Vec_Snd_Shadow
; falls into Do_Sound_x

; Do_Sound_x: the same with a shadow at X
;   in       Vec_Music_Work, X = shadow, DP = $D0
;   out      14 bytes at X
;   changes  A B U CC               keeps  X Y S DP
;   cycles   <= 1100                stack  2
;   leaves   ORA free, ORB = $01, sound registers
;   ram      at X
Do_Sound_x      ldu     #Vec_Music_Work
                lda     #13
.reg            ldb     ,u+
                cmpb    a,x
                beq     .same
                bsr     Sound_Byte_x
.same           deca
                bpl     .reg
                rts
