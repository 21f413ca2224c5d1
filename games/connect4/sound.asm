; sound.asm: tunes and effects
;
; what:     one tune at a time, played by the ROM; an effect is a short tune
; DP:       $D0; the ROM's tune routines are called with $C8
; RAM:      v_tune, sound_event

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

; sound_frame: play the tune on and send the sound registers; a tune that starts is sent in
; the next frame, for starting and sending in one would take too long
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 1600
;   stack    11
sound_frame     lda     Vec_Music_Flag
                pshs    a
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

tbl_tunes       fdb     tune_move,tune_drop,tune_refused,tune_win,tune_tie,tune_lose
                fdb     tune_start,tune_pause,tune_edge,tune_fall

; A tune: envelope, vibrato, then notes and durations in frames.
tune_title      fdb     envelope_bell,vibrato_none
                fcb     NOTE_C4|CHORD,NOTE_C3,12
                fcb     NOTE_E4,12
                fcb     NOTE_G4,12
                fcb     NOTE_C5|CHORD,NOTE_E3,24
                fcb     NOTE_A4|CHORD,NOTE_A3,12
                fcb     NOTE_C5,12
                fcb     NOTE_G4|CHORD,NOTE_G3,24
                fcb     NOTE_F4|CHORD,NOTE_A3,12
                fcb     NOTE_A4,12
                fcb     NOTE_G4|CHORD,NOTE_C3,12
                fcb     NOTE_E4,12
                fcb     NOTE_D5|CHORD,NOTE_G3,24
                fcb     NOTE_C5|CHORD,NOTE_E4|CHORD,NOTE_C3,48
                fcb     NOTE_C5,TUNE_END

tune_move       fdb     envelope_tick,vibrato_none
                fcb     NOTE_C5,6
                fcb     NOTE_C5,TUNE_END

tune_drop       fdb     envelope_knock,vibrato_none
                fcb     NOTE_G3|CHORD,NOISE|20,3
                fcb     NOTE_C3,10
                fcb     NOTE_C3,TUNE_END

tune_refused    fdb     envelope_buzz,vibrato_wide
                fcb     NOTE_G2|CHORD,NOTE_G2,20
                fcb     NOTE_G2,TUNE_END

tune_win        fdb     envelope_bell,vibrato_none
                fcb     NOTE_G4,8
                fcb     NOTE_C5,8
                fcb     NOTE_E5,8
                fcb     NOTE_G5|CHORD,NOTE_C5|CHORD,NOTE_C4,16
                fcb     NOTE_E5,8
                fcb     NOTE_G5,8
                fcb     NOTE_C6|CHORD,NOTE_E5|CHORD,NOTE_C4,48
                fcb     NOTE_C6,TUNE_END

tune_tie        fdb     envelope_bell,vibrato_none
                fcb     NOTE_E4|CHORD,NOTE_C4,16
                fcb     NOTE_D5,16
                fcb     NOTE_E4|CHORD,NOTE_C4,16
                fcb     NOTE_D5|CHORD,NOTE_G3,32
                fcb     NOTE_D5,TUNE_END

tune_lose       fdb     envelope_bell,vibrato_wide
                fcb     NOTE_G4,12
                fcb     NOTE_F4,12
                fcb     NOTE_E4,12
                fcb     NOTE_C4|CHORD,NOTE_G2,48
                fcb     NOTE_C4,TUNE_END

tune_start      fdb     envelope_bell,vibrato_none
                fcb     NOTE_C4,5
                fcb     NOTE_E4,5
                fcb     NOTE_G4|CHORD,NOTE_C4,14
                fcb     NOTE_G4,TUNE_END

tune_pause      fdb     envelope_knock,vibrato_none
                fcb     NOTE_G4,6
                fcb     NOTE_C4,8
                fcb     NOTE_C4,TUNE_END

tune_edge       fdb     envelope_knock,vibrato_none
                fcb     NOTE_C3,6
                fcb     NOTE_C3,TUNE_END

tune_fall       fdb     envelope_whistle,vibrato_none   ; until the token lands
note            set     NOTE_C6
                rept    14              ; 28 frames; the longest fall takes 26
                fcb     note,2
note            set     note-1
                endr
                fcb     NOTE_C4,TUNE_END

; An envelope: 32 amplitudes, one a frame, high half first; the last one stays.  The first is
; never heard: a tune is sent from its second frame on.
envelope_bell   fcb     $FE,$DC,$CB,$BA,$A9,$98,$88,$77,$66,$55,$44,$33,$22,$21,$11,$00
envelope_tick   fcb     $DD,$C8,$40,0,0,0,0,0,0,0,0,0,0,0,0,0
envelope_knock  fcb     $FF,$EC,$A8,$64,$20,0,0,0,0,0,0,0,0,0,0,0
envelope_whistle fcb    $99,$98,$88,$88,$88,$88,$88,$88,$88,$88,$88,$88,$88,$88,$88,$88
envelope_buzz   fcb     $CC,$CC,$CC,$CC,$CC,$C8,$40,0,0,0,0,0,0,0,0,0
vibrato_none    fcb     0,0,0,0,0,0,0,0
vibrato_wide    fcb     0,9,18,9,0,-9,-18,-9
