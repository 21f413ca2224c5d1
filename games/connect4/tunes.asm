; tunes.asm: the title's tune and what each event sounds like
;
; what:     data for lib/sound.asm: envelope, vibrato, notes and their durations in frames

tbl_tunes       fdb     tune_move,tune_drop,tune_refused,tune_win,tune_tie,tune_lose
                fdb     tune_start,tune_pause,tune_edge,tune_fall,tune_undo

tune_title      fdb     envelope_bell,vibrato_none
                fcb     NOTE_C4|CHORD,NOTE_G3|CHORD,NOTE_C3,12
                fcb     NOTE_E4,12
                fcb     NOTE_G4,12
                fcb     NOTE_C5|CHORD,NOTE_G4|CHORD,NOTE_E3,24
                fcb     NOTE_A4|CHORD,NOTE_F4|CHORD,NOTE_A3,12
                fcb     NOTE_C5,12
                fcb     NOTE_G4|CHORD,NOTE_E4|CHORD,NOTE_G3,24
                fcb     NOTE_F4|CHORD,NOTE_C4|CHORD,NOTE_A3,12
                fcb     NOTE_A4,12
                fcb     NOTE_G4|CHORD,NOTE_C4|CHORD,NOTE_C3,12
                fcb     NOTE_E4,12
                fcb     NOTE_D5|CHORD,NOTE_F4|CHORD,NOTE_G3,24
                fcb     NOTE_C5|CHORD,NOTE_E4|CHORD,NOTE_C3,48
                fcb     NOTE_C5,TUNE_END

tune_move       fdb     envelope_tick,vibrato_none
                fcb     NOTE_C5,6
                fcb     NOTE_C5,TUNE_END

tune_drop       fdb     envelope_knock,vibrato_none
                fcb     NOTE_G3|CHORD,NOISE|20,3
                fcb     NOTE_C3,10
                fcb     NOTE_C3,TUNE_END

; Two voices of one pitch would be loud or silent as their phases happen to lie: these beat
tune_refused    fdb     envelope_buzz,vibrato_wide
                fcb     NOTE_G2|CHORD,NOTE_G2+1,20
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

tune_undo       fdb     envelope_knock,vibrato_none
                fcb     NOTE_E4,5
                fcb     NOTE_C4,5
                fcb     NOTE_G3,8
                fcb     NOTE_G3,TUNE_END
