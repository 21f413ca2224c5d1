; music.asm: tunes of three voices with instruments, and effects over them
;
; what:     plays what `asset` makes of MML and MIDI files, and of effects; sends every sound
;           register itself, so do not call Do_Sound
; DP:       $D0
; RAM:      v_music_*
; needs:    vectrex.inc
; begin:    music_stop, before the first music_frame
;
; A tune: the address of its instruments, then that of an order for each voice.
; An order: addresses of patterns; 0, then the address where the order continues.
; A pattern: events; 0 at its end.  An event:
;   n           1..127 frames; with bit 7, these two follow:
;     6 * i     instrument
;     a         attenuation, 0..15
;   note        0..95 from C1 in semitones; $80 + period: noise; MUSIC_REST, MUSIC_KEEP
; An instrument: the addresses of its levels, its arpeggio (semitones + 64) and its vibrato
; (periods + 64), each a byte a frame; a byte with bit 7 is the way back, -2 to repeat the last.

MUSIC_REST      equ     $FF
MUSIC_KEEP      equ     $FE             ; the note goes on
MUSIC_PATTERN_END equ   0
MUSIC_ORDER_END equ     0
MUSIC_HOLD      equ     -2              ; repeat the last byte
MUSIC_BIAS      equ     64
MUSIC_STARTS    equ     2               ; notes that start in one frame; others start in the next
MUSIC_SILENT    equ     15              ; attenuation
EFFECT_END      equ     $20             ; noise period that ends an effect

; a voice
MUSIC_ORDER     equ     0               ; next word of the order
MUSIC_EVENT     equ     2               ; next event
MUSIC_LEFT      equ     4               ; frames until then
MUSIC_MIX       equ     5               ; the bits of the mixer that it clears
MUSIC_NOTE      equ     6
MUSIC_LOSS      equ     7               ; attenuation
MUSIC_LEVELS    equ     8               ; next byte of the levels, the arpeggio, the vibrato
MUSIC_CHORD     equ     10
MUSIC_BEND      equ     12
MUSIC_TOOL      equ     14              ; instrument
MUSIC_BIT       equ     16              ; 1, 2, 4: its bit of the mixer
MUSIC_PERIOD    equ     17
MUSIC_LEVEL     equ     19
MUSIC_VOICE     equ     20              ; bytes

                bss
v_music_tools   rmb     2               ; instruments of the tune
v_music_1       rmb     MUSIC_VOICE
v_music_2       rmb     MUSIC_VOICE
v_music_3       rmb     MUSIC_VOICE
v_music_noise   rmb     1               ; period
v_music_starts  rmb     1               ; notes that may still start in this frame
v_effect        rmb     2               ; next byte of the effect, 0 without one
v_effect_level  rmb     1               ; its priority
v_effect_tone   rmb     2
v_effect_noise  rmb     1
                code
                setdp   $D0

; sound_send: write a cell to a sound register; 35 cycles
;   B = 1, and stays so
sound_send      macro   register,cell
                lda     #register
                sta     <VIA_port_a
                lda     #$19
                sta     <VIA_port_b
                stb     <VIA_port_b
                lda     cell
                sta     <VIA_port_a
                lda     #$11
                sta     <VIA_port_b
                stb     <VIA_port_b
                endm

; music_stop: silence; also before the first frame
;   in       none
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 700
;   stack    4
music_stop      ldx     #music_nothing
                ldd     #0
                std     v_effect
                sta     v_effect_level
                sta     v_effect_noise
                std     v_effect_tone
; falls into music_start

; music_start: start a tune
;   in       X = tune
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 700
;   stack    4
music_start     ldd     ,x++
                std     v_music_tools
                clr     v_music_noise
                ldu     #v_music_1
                lda     #1
.voice          pshs    a
                sta     MUSIC_BIT,u
                sta     MUSIC_MIX,u
                ldd     ,x++
                std     MUSIC_ORDER,u
                ldd     #music_end      ; the order follows at once
                std     MUSIC_EVENT,u
                ldd     #$0100+48       ; due in the first frame
                sta     MUSIC_LEFT,u
                stb     MUSIC_NOTE,u
                ldy     #music_plain
                sty     MUSIC_TOOL,u
                bsr     music_tool
                lda     #MUSIC_SILENT
                sta     MUSIC_LOSS,u
                clr     MUSIC_LEVEL,u
                ldd     #1
                std     MUSIC_PERIOD,u
                leau    MUSIC_VOICE,u
                puls    a
                asla
                cmpa    #8
                bne     .voice
                rts

music_tool      ldd     ,y              ; U = voice, Y = instrument
                std     MUSIC_LEVELS,u
                ldd     2,y
                std     MUSIC_CHORD,u
                ldd     4,y
                std     MUSIC_BEND,u
                rts

; effect_start: start an effect, unless one of a higher priority is playing
;   in       X = effect
;   out      none
;   changes  A X CC             keeps  B Y U DP S
;   stack    2
effect_start    lda     ,x+
                cmpa    v_effect_level
                blo     .end
                sta     v_effect_level
                stx     v_effect
.end            rts

; music_frame: play on, and send the sound registers
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 1200
;   stack    5
music_frame     lda     #MUSIC_STARTS
                ldx     v_effect
                beq     .begin
                deca                    ; the effect takes as long as a note that starts
.begin          sta     v_music_starts
                ldu     #v_music_1
                jsr     music_voice
                ldu     #v_music_2
                jsr     music_voice
                ldu     #v_music_3
                jsr     music_voice
                ldx     v_effect
                beq     .mix
                ldb     ,x+             ; the next frame of the effect, in place of voice 3
                bitb    #$20
                beq     .noise
                ldy     ,x++
                sty     v_effect_tone
.noise          bitb    #$40
                beq     .effect
                lda     ,x+
                cmpa    #EFFECT_END
                beq     .end
                sta     v_effect_noise
.effect         stx     v_effect
                clra
                bitb    #$80
                bne     .tone           ; its noise is off
                lda     v_effect_noise
                sta     v_music_noise
                lda     #32
.tone           bitb    #$10
                bne     .set            ; its tone is off
                adda    #4
.set            sta     v_music_3+MUSIC_MIX
                andb    #$0F
                stb     v_music_3+MUSIC_LEVEL
                ldy     v_effect_tone
                sty     v_music_3+MUSIC_PERIOD
                bra     .mix
.end            clra
                clrb
                std     v_effect
                sta     v_effect_level
.mix            ldb     #1
                sound_send 0,v_music_1+MUSIC_PERIOD+1
                sound_send 1,v_music_1+MUSIC_PERIOD
                sound_send 2,v_music_2+MUSIC_PERIOD+1
                sound_send 3,v_music_2+MUSIC_PERIOD
                sound_send 4,v_music_3+MUSIC_PERIOD+1
                sound_send 5,v_music_3+MUSIC_PERIOD
                sound_send 6,v_music_noise
                lda     #7              ; the mixer
                sta     <VIA_port_a
                lda     #$19
                sta     <VIA_port_b
                stb     <VIA_port_b
                lda     #$3F
                suba    v_music_1+MUSIC_MIX
                suba    v_music_2+MUSIC_MIX
                suba    v_music_3+MUSIC_MIX
                sta     <VIA_port_a
                lda     #$11
                sta     <VIA_port_b
                stb     <VIA_port_b
                sound_send 8,v_music_1+MUSIC_LEVEL
                sound_send 9,v_music_2+MUSIC_LEVEL
                sound_send 10,v_music_3+MUSIC_LEVEL
                rts

; music_voice: the next frame of a voice
;   in       U = voice
;   out      its mix, period and level
;   changes  A B X Y CC         keeps  U DP S
;   stack    2
music_voice     dec     MUSIC_LEFT,u
                bgt     .on
                dec     v_music_starts  ; late notes are shortened, so voices stay together
                bmi     .on
                ldx     MUSIC_EVENT,u
.event          ldb     ,x+
                beq     .pattern
                bpl     .same
                andb    #$7F
                addb    MUSIC_LEFT,u
                stb     MUSIC_LEFT,u
                ldd     ,x++
                stb     MUSIC_LOSS,u
                ldy     v_music_tools
                leay    a,y
                sty     MUSIC_TOOL,u
                bra     .note

.pattern        ldx     MUSIC_ORDER,u
                ldd     ,x++
                bne     .go
                ldx     ,x
                ldd     ,x++
.go             stx     MUSIC_ORDER,u
                tfr     d,x
                bra     .event

.same           addb    MUSIC_LEFT,u
                stb     MUSIC_LEFT,u
                ldy     MUSIC_TOOL,u
.note           lda     MUSIC_BIT,u
                ldb     ,x+
                bmi     .special
                stx     MUSIC_EVENT,u
                std     MUSIC_MIX,u
                ldx     4,y             ; the vibrato begins in the next frame
                stx     MUSIC_BEND,u
                ldx     2,y
                addb    ,x+
                stx     MUSIC_CHORD,u
                ldx     #music_periods-2*MUSIC_BIAS
                abx
                abx
                ldd     ,x
                std     MUSIC_PERIOD,u
                ldx     ,y
                lda     ,x+
                bra     .level
.special        stx     MUSIC_EVENT,u
                cmpb    #MUSIC_KEEP
                beq     .on
                bhi     .rest
                andb    #$1F
                stb     v_music_noise
                asla
                asla
                asla
                sta     MUSIC_MIX,u
                ldx     ,y
                lda     ,x+
                bra     .level

.rest           ldx     #music_quiet
                lda     ,x+
                bra     .level

.on             ldx     MUSIC_CHORD,u
                ldb     ,x+
                bpl     .chord
                leax    b,x
                ldb     ,x+
.chord          stx     MUSIC_CHORD,u
                addb    MUSIC_NOTE,u
                ldx     #music_periods-2*MUSIC_BIAS
                abx
                abx
                ldy     ,x
                ldx     MUSIC_BEND,u
                ldb     ,x+
                bpl     .bend
                leax    b,x
                ldb     ,x+
.bend           stx     MUSIC_BEND,u
                subb    #MUSIC_BIAS
                leay    b,y
                sty     MUSIC_PERIOD,u
                ldx     MUSIC_LEVELS,u
                lda     ,x+
                bpl     .level
                leax    a,x
                lda     ,x+
.level          stx     MUSIC_LEVELS,u
                suba    MUSIC_LOSS,u
                bcc     .heard
                clra
.heard          sta     MUSIC_LEVEL,u
                rts

; The tune that plays when nothing does, and the instrument of rests.
music_nothing   fdb     music_plain,music_silence,music_silence,music_silence
music_silence   fdb     music_pause,MUSIC_ORDER_END,music_silence
music_pause     fcb     100,MUSIC_REST
music_end       fcb     MUSIC_PATTERN_END
music_plain     fdb     music_quiet,music_level,music_level
music_quiet     fcb     0,MUSIC_HOLD
music_level     fcb     MUSIC_BIAS,MUSIC_HOLD

; Periods of the notes from C1 on, for 1.5 MHz / 16.
music_periods
                fdb     2867,2706,2554,2411,2275,2148,2027,1913,1806,1705,1609,1519
                fdb     1433,1353,1277,1205,1138,1074,1014,957,903,852,804,759
                fdb     717,676,638,603,569,537,507,478,451,426,402,380
                fdb     358,338,319,301,284,268,253,239,226,213,201,190
                fdb     179,169,160,151,142,134,127,120,113,107,101,95
                fdb     90,85,80,75,71,67,63,60,56,53,50,47
                fdb     45,42,40,38,36,34,32,30,28,27,25,24
                fdb     22,21,20,19,18,17,16,15,14,13,13,12
