; music.asm: tunes of three voices
;
; address:  $F687-$F7A8
; DP:       $C8
;
; A tune is the address of its envelope (32 nibbles), the address of its vibrato (8 signed
; bytes), then notes: bits 0-5 are the note, or with bit 6 the noise period. With bit 7, a note
; for the next voice follows, which starts at the same time. The duration in frames follows the
; last note; with bit 7 it ends the tune.

                setdp   $C8

WORK_LAST       equ     Vec_Music_Work+13       ; sound register 0
WORK_NOISE      equ     WORK_LAST-6
WORK_ENABLES    equ     WORK_LAST-REG_ENABLES
NOTE_MORE       equ     $80
NOTE_NOISE      equ     $40
TUNE_PLAYING    equ     $80
ADSR_LAST       equ     31
VIBRATO_STEPS   equ     7               ; of voice 0; one more for each further voice

; Init_Music_chk: start or continue a tune, or do nothing, depending on Vec_Music_Flag
;   in       Vec_Music_Flag: 0 nothing, bit 7 go on, others start; U -> tune; DP = $C8
;   out      Vec_Music_Work for Do_Sound, Vec_Music_Flag
;   changes  A B X Y U CC           keeps  S DP
;   cycles   <= 1050                stack  4
;   ram      Vec_Music_Work, Vec_Freq_Table, Vec_ADSR_Table, Vec_Twang_Table,
;            Vec_Music_Ptr, Vec_Music_Chan, Vec_Music_Flag, Vec_Duration,
;            Vec_Music_Twang, Vec_ADSR_Timers, Vec_Music_Freq
                org     $F687
Init_Music_chk  lda     <Vec_Music_Flag
                bmi     music_play
                beq     move_end
; falls into Init_Music

; Init_Music: start a tune
;   in       U -> tune, DP = $C8
;   out      Vec_Music_Work for Do_Sound, Vec_Music_Flag
;   changes  A B X Y U CC           keeps  S DP
;   cycles   <= 1050                stack  4
;   ram      Vec_Music_Work, Vec_Freq_Table, Vec_ADSR_Table, Vec_Twang_Table,
;            Vec_Music_Ptr, Vec_Music_Chan, Vec_Music_Flag, Vec_Duration,
;            Vec_Music_Twang, Vec_ADSR_Timers, Vec_Music_Freq
Init_Music      ldx     #Note_Table
; falls into Init_Music_a

; Init_Music_a: start a tune with a given table of periods
;   in       U -> tune, X -> table of periods, DP = $C8
;   out      Vec_Music_Work for Do_Sound, Vec_Music_Flag
;   changes  A B X Y U CC           keeps  S DP
;   cycles   <= 1050                stack  4
;   ram      Vec_Music_Work, Vec_Freq_Table, Vec_ADSR_Table, Vec_Twang_Table,
;            Vec_Music_Ptr, Vec_Music_Chan, Vec_Music_Flag, Vec_Duration,
;            Vec_Music_Twang, Vec_ADSR_Timers, Vec_Music_Freq
Init_Music_a    stx     <Vec_Freq_Table
; falls into Init_Music_x

; Init_Music_x: start a tune with the table of periods at Vec_Freq_Table
;   in       U -> tune, Vec_Freq_Table, DP = $C8
;   out      Vec_Music_Work for Do_Sound, Vec_Music_Flag
;   changes  A B X Y U CC           keeps  S DP
;   cycles   <= 1050                stack  4
;   ram      Vec_Music_Work, Vec_ADSR_Table, Vec_Twang_Table, Vec_Music_Ptr,
;            Vec_Music_Chan, Vec_Music_Flag, Vec_Duration, Vec_Music_Twang,
;            Vec_ADSR_Timers, Vec_Music_Freq
Init_Music_x    pulu    d,x
                std     <Vec_ADSR_Table
                stx     <Vec_Twang_Table
                jsr     Init_Music_Buf
                ldd     #1*256+TUNE_PLAYING     ; the first note goes to voice 0
                std     <Vec_Music_Chan ; and Vec_Music_Flag
                ldd     #ADSR_LAST*256+ADSR_LAST
                std     <Vec_ADSR_Timers
                sta     <Vec_ADSR_Timers+2
                ldx     #0
                stx     <Vec_Music_Freq+2       ; voice 0 keeps its period until it has a note
                stx     <Vec_Music_Freq+4
                leax    ,u
                bra     music_note

; Y is not used before it is certain that the tune goes on
music_play      lda     #VIBRATO_STEPS
                ldu     #Vec_Music_Twang
                brn     *               ; as long as in the original
.voice          ldx     #Vec_ADSR_Timers-VIBRATO_STEPS
                ldb     a,x
                cmpb    #ADSR_LAST
                beq     .held
                inc     a,x
.held           inc     ,u
                cmpa    ,u
                bhs     .wave
                clr     ,u
.wave           ldb     ,u+
                andb    #7
                ldx     <Vec_Twang_Table
                ldb     b,x
                stb     ,u+
                inca                    ; steps: 7, 8, 9 keep the voices apart
                cmpa    #VIBRATO_STEPS+3
                bne     .voice
                dec     <Vec_Duration
                bne     music_update
; falls into music_fetch

music_fetch     ldx     <Vec_Music_Ptr
; falls into music_note
music_note      lda     <Vec_Music_Chan
                deca                    ; voices 0, 2, 1, 0, ...
                bpl     .voice
                lda     #2
.voice          sta     <Vec_Music_Chan
                ldu     #Vec_ADSR_Timers
                clr     a,u
                ldb     ,x+
                stx     <Vec_Music_Ptr
                ldx     #Mixer_Masks
                leax    a,x             ; noise on, tone off, tone on, noise off: 3 bytes each
                lda     <WORK_ENABLES
                bitb    #NOTE_NOISE
                bne     .noise
                anda    6,x
                ora     9,x
                sta     <WORK_ENABLES
                andb    #$3F
                aslb
                ldx     <Vec_Freq_Table
                abx
                ldx     ,x
                lda     <Vec_Music_Chan
                asla
                ldu     #Vec_Music_Freq
                leau    a,u
                stx     ,u
                nop
.more           ldx     <Vec_Music_Ptr
                tst     -1,x
                bmi     .again
                ldb     ,x+
                bmi     Music_Stop_test
                stx     <Vec_Music_Ptr
                andb    #$3F
                stb     <Vec_Duration
                bra     music_update

.again          nop                     ; as long as in the original
                brn     *
                bra     music_note

.noise          anda    ,x
                ora     3,x
                sta     <WORK_ENABLES
                andb    #$1F
                stb     <WORK_NOISE
                tfr     a,a
                bra     .more

; Music_Stop_test: stop the tune
;   in       none
;   out      Vec_Music_Work silent, Vec_Music_Flag = 0
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 300                 stack  4
;   ram      Vec_Music_Work, Vec_Music_Flag
                org     $F742
Music_Stop_test jsr     Init_Music_Buf
                clr     >Vec_Music_Flag
                rts

music_update    ldu     #Vec_ADSR_Timers        ; the amplitudes, through pointers whatever DP
                ldx     #WORK_LAST-7
                ldy     <Vec_ADSR_Table
.amplitude      ldb     ,u+
                lsrb
                ldb     b,y
                bcs     .low            ; odd steps are the low nibble
                lsrb
                lsrb
                lsrb
                lsrb
                bra     .put

.low            andb    #$0F
                tfr     a,a
.put            stb     ,-x
                cmpu    #Vec_ADSR_Timers+3
                bne     .amplitude
                ldx     #WORK_LAST-5    ; the periods
                ldu     #Vec_Music_Freq+6
.period         ldb     Vec_Music_Twang-Vec_Music_Freq-1,u
                bpl     .up
                exg     a,a             ; as long as in the original
                tfr     a,a
                brn     *
.up             sex
                addd    ,--u
                std     ,x++
                cmpu    #Vec_Music_Freq
                bne     .period
                rts
