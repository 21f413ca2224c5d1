; melody.asm: melodies that the player can switch off
;
; what:     the tunes of the title and of the end of a game; effects are played in any case
; DP:       any
; RAM:      v_quiet; sound_event, which the game places
; needs:    sound.asm
; begin:    v_quiet = 0

                bss
v_quiet         rmb     1               ; not 0: melodies are switched off
                code

; melody_event_play: start the melody of an event, unless melodies are off, and remember the event
;   in       A = EVENT_*, v_quiet
;   out      none
;   changes  A X CC             keeps  B Y U DP S
;   stack    2
melody_event_play
                tst     v_quiet
                lbeq    sound_event_play
                sta     sound_event
                rts

; melody_play: start a melody, unless they are off
;   in       X = tune, v_quiet
;   out      none
;   changes  A CC               keeps  B X Y U DP S
;   stack    2
melody_play     lda     v_quiet
                lbeq    sound_play
                rts

; melody_switch: switch melodies off or on; the menu starts its own again
;   in       v_quiet
;   out      v_quiet
;   changes  A B X CC           keeps  Y U DP S
;   stack    4
melody_switch   com     v_quiet
                jmp     sound_stop
