; sound.asm: an example of lib/sound.asm
;
; what:     button 4 plays a tune, button 3 an effect, button 1 ends what plays
; range:    $0000-$7FFF, cartridge ROM
; RAM:      $C880-$CBEA
; DP:       $D0 throughout
; play:     vecx run games/examples/sound.asm

                include "vectrex.inc"

EVENT_TUNE      equ     1
EVENT_KNOCK     equ     2

                bss
                org     $C880
sound_event     rmb     1
                code

                org     0
                setdp   $D0
                fcc     "g GCE 2026"
                fcb     $80
                fdb     Music_1
                fcb     $F8,$50,$20,-40
                fcc     "SOUND"
                fcb     $80,0
                jmp     main            ; macros must be defined above their first use

                include "lib/sound.asm"

main            sound_begin
.frame          jsr     Wait_Recal
                jsr     sound_frame
                jsr     Read_Btns
                lda     Vec_Button_1_1
                beq     .knock
                jsr     sound_stop
.knock          lda     Vec_Button_1_3
                beq     .tune
                lda     #EVENT_KNOCK
                jsr     sound_event_play
.tune           lda     Vec_Button_1_4
                beq     .draw
                lda     #EVENT_TUNE
                jsr     sound_event_play
.draw           jsr     Intensity_5F
                ldu     #str_buttons
                jsr     Print_Str_yx
                bra     .frame

str_buttons     fcb     0,-70
                fcc     "3 KNOCK 4 TUNE"
                fcb     $80

tbl_tunes       fdb     tune_rise,tune_knock

tune_rise       fdb     envelope_bell,vibrato_none
                fcb     NOTE_C4,12
                fcb     NOTE_E4,12
                fcb     NOTE_G4,12
                fcb     NOTE_C5|CHORD,NOTE_E4|CHORD,NOTE_C3,48
                fcb     NOTE_C5,TUNE_END

tune_knock      fdb     envelope_knock,vibrato_none
                fcb     NOTE_G3|CHORD,NOISE|20,3
                fcb     NOTE_C3,10
                fcb     NOTE_C3,TUNE_END
