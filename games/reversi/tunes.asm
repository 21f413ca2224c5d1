; tunes.asm: the title's tune and what each event sounds like
;
; what:     data for lib/sound.asm: envelope, vibrato, notes and their durations in frames
;
; A note's number in the Nova BASIC game less 43 is the ROM's: 60 is NOTE_C4.

tbl_tunes       fdb     tune_move,tune_player,tune_computer,tune_refused,tune_win,tune_tie
                fdb     tune_lose,tune_start,tune_pause,tune_edge,tune_pass,tune_hint
                fdb     tune_move,tune_undo     ; EVENT_FLIP has notes of its own

tune_title      fdb     envelope_bell,vibrato_none      ; E G C' B G E, and an answer
                fcb     NOTE_E4|CHORD,NOTE_C3,11
                fcb     NOTE_G4,11
                fcb     NOTE_C5|CHORD,NOTE_E4|CHORD,NOTE_A3,21
                fcb     NOTE_B4|CHORD,NOTE_G3,11
                fcb     NOTE_G4,11
                fcb     NOTE_E4|CHORD,NOTE_G3|CHORD,NOTE_C3,32
                fcb     NOTE_F4|CHORD,NOTE_D3,11
                fcb     NOTE_A4,11
                fcb     NOTE_D5|CHORD,NOTE_F4|CHORD,NOTE_A3,21
                fcb     NOTE_B4|CHORD,NOTE_G3,11
                fcb     NOTE_D5,11
                fcb     NOTE_C5|CHORD,NOTE_E4|CHORD,NOTE_C3,42
                fcb     NOTE_C5,TUNE_END

tune_move       fdb     envelope_tick,vibrato_none
                fcb     NOTE_C6,4
                fcb     NOTE_C6,TUNE_END

tune_player     fdb     envelope_tick,vibrato_none
                fcb     NOTE_C5|CHORD,NOISE|8,8
                fcb     NOTE_C5,TUNE_END

tune_computer   fdb     envelope_tick,vibrato_none
                fcb     NOTE_C4|CHORD,NOISE|16,8
                fcb     NOTE_C4,TUNE_END

tune_refused    fdb     envelope_buzz,vibrato_wide
                fcb     NOTE_G2|CHORD,NOTE_G2+1,20      ; they beat; two equal notes can be silent
                fcb     NOTE_G2,TUNE_END

tune_win        fdb     envelope_bell,vibrato_none
                fcb     NOTE_G4|CHORD,NOTE_C4,11        ; 67 72 76 79
                fcb     NOTE_C5|CHORD,NOTE_E4,11
                fcb     NOTE_E5|CHORD,NOTE_G4,11
                fcb     NOTE_G5|CHORD,NOTE_C5|CHORD,NOTE_E4,20
                fcb     NOTE_E5|CHORD,NOTE_G4,11
                fcb     NOTE_G5|CHORD,NOTE_E5|CHORD,NOTE_C4,48
                fcb     NOTE_G5,TUNE_END

tune_lose       fdb     envelope_bell,vibrato_none
                fcb     NOTE_G3|CHORD,NOTE_E4,16        ; 55 50 45
                fcb     NOTE_D3|CHORD,NOTE_F4,16
                fcb     NOTE_A2|CHORD,NOTE_C4|CHORD,NOTE_E4,48
                fcb     NOTE_A2,TUNE_END

tune_tie        fdb     envelope_bell,vibrato_none
                fcb     NOTE_C5|CHORD,NOTE_E4,16
                fcb     NOTE_G4|CHORD,NOTE_C4,16
                fcb     NOTE_C5|CHORD,NOTE_E4,16
                fcb     NOTE_G4|CHORD,NOTE_E4|CHORD,NOTE_C4,40
                fcb     NOTE_G4,TUNE_END

tune_start      fdb     envelope_bell,vibrato_none
                fcb     NOTE_C4,6
                fcb     NOTE_G4,6
                fcb     NOTE_C5,12
                fcb     NOTE_C5,TUNE_END

tune_pause      fdb     envelope_bell,vibrato_none
                fcb     NOTE_E5,8
                fcb     NOTE_C5,16
                fcb     NOTE_C5,TUNE_END

tune_edge       fdb     envelope_tick,vibrato_none
                fcb     NOTE_C3,6
                fcb     NOTE_C3,TUNE_END

tune_pass       fdb     envelope_bell,vibrato_none
                fcb     NOTE_G4,8
                fcb     NOTE_E4,16
                fcb     NOTE_E4,TUNE_END

tune_think      fdb     envelope_soft,vibrato_none
                fcb     NOTE_C5,4
                fcb     NOTE_C5,TUNE_END

envelope_soft   fcb     $77,$63,$10,0,0,0,0,0,0,0,0,0,0,0,0,0

tune_hint       fdb     envelope_bell,vibrato_none
                fcb     NOTE_C5,6
                fcb     NOTE_E5,6
                fcb     NOTE_G5,12
                fcb     NOTE_G5,TUNE_END

NOTE_A2         equ     2
NOTE_D3         equ     7
NOTE_B4         equ     28

tune_undo       fdb     envelope_knock,vibrato_none
                fcb     NOTE_E4,5
                fcb     NOTE_C4,5
                fcb     NOTE_G3,8
                fcb     NOTE_G3,TUNE_END
