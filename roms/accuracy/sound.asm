; sound.asm: cards for the ear
;
; what:     the cards of the topic sound: the CPU cannot hear the sound chip
; sources:  [AY-3-8910 data sheet] is in docs/sources.md: a tone has 1.5 MHz / (16 x period)
;
; The comments that begin with ;@card are read by roms/accuracy_tables.py: number, name, what is
; heard.

topic_sound     fdb     .name,cards_run,tbl_sounds,0
.name           fcc     "SOUND CARDS"
                fcb     $80
tbl_sounds      fcb     6
                fdb     .n1,sound_show,.n2,sound_show,.n3,sound_show
                fdb     .n4,sound_show,.n5,sound_show,.n6,sound_show
.n1             fcc     "1 TONE A 440 HZ"
                fcb     $80
.n2             fcc     "2 TONE B 220 HZ"
                fcb     $80
.n3             fcc     "3 TONE C 997 HZ"
                fcb     $80
.n4             fcc     "4 NOISE"
                fcb     $80
.n5             fcc     "5 FADES TWICE A SECOND"
                fcb     $80
.n6             fcc     "6 SWELLS AND FADES IN A SECOND"
                fcb     $80

;@card 1 "TONE A 440 HZ" an even tone of 440.1 Hz, the A of a tuner: period 213
;@card 2 "TONE B 220 HZ" an even tone of 220.1 Hz, an octave below: period 426
;@card 3 "TONE C 997 HZ" an even tone of 997.3 Hz: period 94
;@card 4 "NOISE" an even hiss without a pitch: period 16
;@card 5 "FADES TWICE A SECOND" a tone of 440.1 Hz fades to silence 2.0 times a second: shape 8
;@card 6 "SWELLS AND FADES IN A SECOND" a tone of 440.1 Hz swells and fades, 1.0 time a second: 14
sound_1         fcb     0,213,1,0,8,15,7,$3E,$FF
sound_2         fcb     2,$AA,3,1,9,15,7,$3D,$FF
sound_3         fcb     4,94,5,0,10,15,7,$3B,$FF
sound_4         fcb     6,16,8,15,7,$37,$FF
sound_5         fcb     0,213,1,0,11,$72,12,$0B,13,8,8,16,7,$3E,$FF
sound_6         fcb     0,213,1,0,11,$72,12,$0B,13,14,8,16,7,$3E,$FF
tbl_sound_lists fdb     sound_1,sound_2,sound_3,sound_4,sound_5,sound_6

; sound_show: begin the sound of the card, once
sound_show      lda     v_card
                inca
                cmpa    v_sounding
                beq     .end
                sta     v_sounding
                jsr     Clear_Sound
                ldb     v_card
                aslb
                ldx     #tbl_sound_lists
                abx
                ldx     ,x
.register       lda     ,x+
                bmi     .end
                ldb     ,x+
                pshs    x
                jsr     Sound_Byte
                puls    x
                bra     .register
.end            rts
