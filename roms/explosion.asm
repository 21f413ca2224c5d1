; explosion.asm: the noise of an explosion
;
; address:  $F92E-$F9DB (the first step is in rest.asm)
; DP:       $C8

                setdp   $C8

EXPL_LENGTH     equ     127             ; the timer at the start

; Explosion_Snd: one frame of an explosion; bit 7 of Vec_Expl_Flag starts it
;   in       Vec_Expl_Flag, Vec_Seed_Ptr, DP = $C8
;            with bit 7: U -> voices (bits 0-2 tone, 3-5 noise), noise period, amplitude, speed
;            noise period and amplitude: 0 falls, above 0 rises, below 0 stays
;   out      Vec_Music_Work for Do_Sound, Vec_Expl_Timer
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 570                 stack  5
;   ram      Vec_Music_Work, Vec_Expl_Flag, Vec_Expl_Timer, Vec_Expl_1 to 4,
;            Vec_Expl_Noise, Vec_Expl_Chans, Vec_Expl_Chan, Vec_Expl_Tone, the seed
;   quirks   at speed 1 or 127 the timer ends on 0 just before the voices would be silenced
                org     $F92E
Explosion_Snd   lda     <Vec_Expl_Flag
                bmi     expl_step.start
                lda     <Vec_Expl_Timer
                beq     expl_step.idle
                suba    <Vec_Expl_4
                bmi     expl_step.end
; falls into expl_step
expl_step       sta     <Vec_Expl_Timer
                lsra
                lsra                    ; 0 to 31
                ldb     <Vec_Expl_Noise
                beq     .loudness
                ldb     <Vec_Expl_2
                beq     .falls
                bmi     .stays
                tfr     a,b
                comb
                brn     *
.stays          stb     >WORK_NOISE

.loudness       lsra                    ; 0 to 15
                cmpa    #8
                blo     .curve
                cmpa    #15
                beq     .curve
                inca                    ; stays loud for longer
.curve          ldb     <Vec_Expl_3
                bmi     .loud
                tfr     a,b
                beq     .loud
                eorb    #15
.loud           bsr     Set_Amp

                ldb     <Vec_Expl_Tone
                beq     .enable
                ldx     #Bit_Masks
.voice          ldb     <Vec_Expl_Chan
                decb
                bpl     .tone
                ldb     #2
.tone           stb     <Vec_Expl_Chan
                exg     a,a             ; as long as in the original
                exg     a,a
                lda     b,x
                bita    <Vec_Expl_Tone
                beq     .voice
                aslb
                negb
                ldx     #WORK_LAST-1
                leax    b,x
                jsr     Random
                anda    #15
                cmpa    #5
                bhi     .deep
                asla                    ; never too high
                adda    #5
.deep           sta     ,x
                lda     >Vec_Random_Seed+1
                sta     1,x
.enable         lda     <Vec_Expl_1
                coma
                anda    <WORK_ENABLES
                sta     <WORK_ENABLES
.idle           rts

.falls          sta     <WORK_NOISE
                bra     .loudness

.end            clrb
                stb     <Vec_Expl_Timer
                bra     Set_Amp

.start          jmp     expl_start

; Set_Amp: set the amplitude of the explosion's voices
;   in       B = amplitude, Vec_Expl_Chans = bits 0-2, DP = $C8
;   out      Vec_Music_Work
;   changes  A X CC                 keeps  B Y U S DP
;   cycles   <= 83                  stack  0
;   ram      Vec_Music_Work
                org     $F9CA
Set_Amp         lda     <Vec_Expl_Chans
                ldx     #WORK_LAST-7
.next           tsta
                beq     .done
                leax    -1,x
                lsra
                bcc     .next
                stb     ,x
                bra     .next
.done           rts
