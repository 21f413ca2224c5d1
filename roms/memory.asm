; memory.asm: random numbers, clearing and filling, counters, delays, bits
;
; address:  $F511-$F592
; DP:       any, kept

; Random_3: a random byte, after three steps of the generator
;   in       Vec_Seed_Ptr
;   out      A = random byte
;   changes  A CC                   keeps  B X Y U S DP
;   flags    N Z of A
;   cycles   <= 168                 stack  3
;   ram      the seed
                org     $F511
Random_3        pshs    b,x
                ldb     #2
                bra     random_seed

; Random: a random byte
;   in       Vec_Seed_Ptr
;   out      A = random byte
;   changes  A CC                   keeps  B X Y U S DP
;   flags    N Z of A
;   cycles   <= 75                  stack  3
;   ram      the seed
;   quirks   a seed of zeros stays zero
                org     $F517
Random          pshs    b,x
                clrb
; falls into random_seed
random_seed     ldx     >Vec_Seed_Ptr   ; a shift register of 24 bits, lowest byte first
.step           lda     1,x             ; what RAM held is the seed
                rola
                rola
                rola
                rola                    ; bit 13 ...
                eora    2,x             ; what RAM held is the seed
                rora                    ; ... and bit 16 come in at the bottom
                rol     ,x              ; what RAM held is the seed
                rol     1,x
                rol     2,x             ; what RAM held is the seed
                decb
                bpl     .step
                lda     ,x
                puls    b,x,pc

; Init_Music_Buf: set the sound work area to silence
;   in       none
;   out      A = $3F, B = $FF, X = Vec_Music_Work
;   changes  A B X CC               keeps  Y U S DP
;   flags    N Z of A
;   cycles   <= 280                 stack  2
;   ram      Vec_Music_Work
                org     $F533
Init_Music_Buf  ldb     #13
                ldx     #Vec_Music_Work
                bsr     Clear_x_b
                lda     #$3F            ; no tone, no noise
                sta     13-REG_ENABLES,x
                rts

; Clear_x_b: clear up to 256 bytes
;   in       X -> first byte, B = bytes - 1
;   out      D = $FFFF
;   changes  A B CC                 keeps  X Y U S DP
;   flags    N Z of D
;   cycles   <= 15 + 17 each        stack  0
;   ram      at X
Clear_x_b       clra
                bra     Clear_x_d

; Clear_C8_RAM: clear $C800 to $C8FF, including the system's cells
;   in       none
;   out      X = $C800, D = $FFFF
;   changes  A B X CC               keeps  Y U S DP
;   flags    N Z of D
;   cycles   <= 4400                stack  0
;   ram      $C800-$C8FF
Clear_C8_RAM    ldx     #$C800
; falls into Clear_x_256

; Clear_x_256: clear 256 bytes
;   in       X -> first byte
;   out      D = $FFFF
;   changes  A B CC                 keeps  X Y U S DP
;   flags    N Z of D
;   cycles   <= 4400                stack  0
;   ram      at X
Clear_x_256     ldd     #255
; falls into Clear_x_d

; Clear_x_d: clear bytes, the last first
;   in       X -> first byte, D = bytes - 1, at most $7FFF
;   out      D = $FFFF
;   changes  A B CC                 keeps  X Y U S DP
;   flags    N Z of D
;   cycles   <= 10 + 17 each        stack  0
;   ram      at X
;   quirks   if D is above $8000, only one byte is cleared
Clear_x_d       clr     d,x
                subd    #1
                bpl     Clear_x_d
                rts

; Clear_x_b_80: fill with $80
;   in       X -> first byte, B = bytes - 1, 1 to 127
;   out      A = $80, B = 0
;   changes  A B CC                 keeps  X Y U S DP
;   flags    N Z of A
;   cycles   <= 15 + 10 each        stack  0
;   ram      at X
;   quirks   B is a signed offset: 0 fills X - 128 to X + 127
Clear_x_b_80    lda     #$80
; falls into Clear_x_b_a

; Clear_x_b_a: fill with a byte
;   in       X -> first byte, B = bytes - 1, 1 to 127; A = the byte
;   out      B = 0
;   changes  B CC                   keeps  A X Y U S DP
;   cycles   <= 13 + 10 each        stack  0
;   ram      at X
;   quirks   B is a signed offset: 0 fills X - 128 to X + 127
Clear_x_b_a     sta     b,x
                decb
                bne     Clear_x_b_a
                sta     ,x
                rts

; Dec_3_Counters: count Vec_Counter_1 to 3 down to 0
;   in       none
;   out      X = Vec_Counter_1, B = $FF
;   changes  B X CC                 keeps  A Y U S DP
;   flags    N Z of B
;   cycles   <= 85                  stack  0
;   ram      Vec_Counter_1 to 3
Dec_3_Counters  ldb     #2
                bra     dec_system

; Dec_6_Counters: count Vec_Counter_1 to 6 down to 0
;   in       none
;   out      X = Vec_Counter_1, B = $FF
;   changes  B X CC                 keeps  A Y U S DP
;   flags    N Z of B
;   cycles   <= 150                 stack  0
;   ram      Vec_Counter_1 to 6
Dec_6_Counters  ldb     #5
; falls into dec_system
dec_system      ldx     #Vec_Counter_1
; falls into Dec_Counters

; Dec_Counters: count bytes down to 0
;   in       X -> first byte, B = bytes - 1
;   out      B = $FF
;   changes  B CC                   keeps  A X Y U S DP
;   flags    N Z of B
;   cycles   <= 10 + 21 each        stack  0
;   ram      at X
Dec_Counters    tst     b,x
                beq     .zero
                dec     b,x
.zero           decb
                bpl     Dec_Counters
                rts

; Delay_3: take 30 cycles, including the return
;   in       none
;   out      B = $FF
;   changes  B CC                   keeps  A X Y U S DP
;   flags    N Z of B
;   cycles   = 30                   stack  0
                org     $F56D
Delay_3         ldb     #3
                bra     Delay_b

; Delay_2: take 25 cycles, including the return
;   in       none
;   out      B = $FF
;   changes  B CC                   keeps  A X Y U S DP
;   flags    N Z of B
;   cycles   = 25                   stack  0
Delay_2         ldb     #2
                bra     Delay_b

; Delay_1: take 20 cycles, including the return
;   in       none
;   out      B = $FF
;   changes  B CC                   keeps  A X Y U S DP
;   flags    N Z of B
;   cycles   = 20                   stack  0
Delay_1         ldb     #1
                bra     Delay_b

; Delay_0: take 12 cycles, including the return
;   in       none
;   out      B = $FF
;   changes  B CC                   keeps  A X Y U S DP
;   flags    N Z of B
;   cycles   = 12                   stack  0
Delay_0         clrb
; falls into Delay_b

; Delay_b: take 10 + 5 x B cycles, including the return
;   in       B = 0 to 127 (above: 10 cycles)
;   out      B negative, $FF for 0 to 127
;   changes  B CC                   keeps  A X Y U S DP
;   flags    N Z of B
;   cycles   <= 645                 stack  0
Delay_b         decb
                bpl     Delay_b
; falls into Delay_RTS

; Delay_RTS: take 5 cycles
;   in       none
;   out      none
;   changes  none                   keeps  A B X Y U S DP CC
;   cycles   = 5                    stack  0
Delay_RTS       rts

; Bitmask_a: the mask of a bit
;   in       A = bit 0-7
;   out      A = 1 << bit
;   changes  A X CC                 keeps  B Y U S DP
;   flags    N Z of A
;   cycles   <= 13                  stack  0
                org     $F57E
Bitmask_a       ldx     #Bit_Masks
                lda     a,x
                rts

; Abs_a_b: magnitudes of two bytes
;   in       A, B signed
;   out      A, B 0 to 127 (-128 gives 127)
;   changes  A B CC                 keeps  X Y U S DP
;   flags    N Z of B
;   cycles   <= 29                  stack  0
Abs_a_b         tsta
                bpl     Abs_b
                nega
                bvc     Abs_b
                deca
; falls into Abs_b

; Abs_b: magnitude of a byte
;   in       B signed
;   out      B 0 to 127 (-128 gives 127)
;   changes  B CC                   keeps  A X Y U S DP
;   flags    N Z of B
;   cycles   <= 17                  stack  0
Abs_b           tstb
                bpl     .done
                negb
                bvc     .done
                decb
.done           rts
