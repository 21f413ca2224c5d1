; sound.asm: tunes and effects
;
; what:     one tune at a time, played by the ROM; an effect is a short tune
; DP:       $D0; the ROM's tune routines are called with $C8
; RAM:      v_tune; sound_event, which the game places
; needs:    tbl_tunes: the tune of each event, from event 1 on
; begin:    sound_begin, before the first sound_frame
;
; A tune: envelope, vibrato, then notes and durations in frames.

NOTE_G2         equ     0               ; the ROM's notes rise by semitones from G2
NOTE_C3         equ     5
NOTE_E3         equ     9
NOTE_G3         equ     12
NOTE_A3         equ     14
NOTE_C4         equ     17
NOTE_E4         equ     21
NOTE_F4         equ     22
NOTE_G4         equ     24
NOTE_A4         equ     26
NOTE_C5         equ     29
NOTE_D5         equ     31
NOTE_E5         equ     33
NOTE_G5         equ     36
NOTE_C6         equ     41
NOISE           equ     $40             ; with a period in the low bits
CHORD           equ     $80             ; another note follows for the next voice
TUNE_END        equ     $80             ; in a duration

                bss
v_tune          rmb     2               ; the tune being played
v_tune_sent     rmb     1               ; it has ended, and its silence has been sent
                code

; sound_begin: nothing plays; a game that clears its variables need not call it
sound_begin     macro
                ldd     #0
                std     v_tune
                sta     v_tune_sent
                jsr     sound_stop
                endm

; sound_event_play: start the tune of an event and remember the event
;   in       A = EVENT_*
;   out      none
;   changes  A X CC             keeps  B Y U DP S
;   stack    2
sound_event_play
                sta     sound_event
                asla
                ldx     #tbl_tunes-2
                ldx     a,x
; falls into sound_play

; sound_play: start a tune
;   in       X = tune
;   out      none
;   changes  A CC               keeps  B X Y U DP S
;   stack    2
sound_play      stx     v_tune
                lda     #1
                sta     Vec_Music_Flag
                rts

; sound_stop: end the tune
;   in       none
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   stack    4
sound_stop      clr     Vec_Music_Flag
                jmp     Init_Music_Buf

; sound_frame: continue the tune and send the sound registers; a tune that starts is sent in
; the next frame, because doing both in one frame would take too long.  After a tune and its
; silence, there is nothing to do
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 1600
;   stack    11
sound_frame     lda     Vec_Music_Flag
                bne     .plays
                ldb     v_tune_sent
                bne     .end
                inc     v_tune_sent
                bra     .send
.plays          clr     v_tune_sent
.send           pshs    a
                jsr     DP_to_C8
                setdp   $C8
                ldu     v_tune
                jsr     Init_Music_chk
                jsr     DP_to_D0
                setdp   $D0
                puls    a
                deca                    ; 1: it has just started
                beq     .end
                jmp     Do_Sound
.end            rts

; An envelope: 32 amplitudes, one a frame, high half first; the last one stays.  The first is
; never heard: a tune is sent from its second frame on.
envelope_bell   fcb     $FE,$DC,$CB,$BA,$A9,$98,$88,$77,$66,$55,$44,$33,$22,$21,$11,$00
envelope_tick   fcb     $FF,$EA,$60,0,0,0,0,0,0,0,0,0,0,0,0,0
envelope_knock  fcb     $FF,$EC,$A8,$64,$20,0,0,0,0,0,0,0,0,0,0,0
envelope_whistle fcb    $BC,$CC,$CC,$CC,$CC,$BB,$BB,$BB,$BB,$BB,$BB,$BB,$BB,$BB,$BB,$BB
envelope_buzz   fcb     $CC,$CC,$CC,$CC,$CC,$C8,$40,0,0,0,0,0,0,0,0,0
vibrato_none    fcb     0,0,0,0,0,0,0,0
vibrato_wide    fcb     0,9,18,9,0,-9,-18,-9
