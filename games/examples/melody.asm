; melody.asm: an example of lib/melody.asm
;
; what:     a tune repeats until button 3 switches it off; button 4 starts it again
; range:    $0000-$7FFF, cartridge ROM
; RAM:      $C880-$CBEA
; DP:       $D0 throughout
; play:     vecx run games/examples/melody.asm

                include "vectrex.inc"

EVENT_TUNE      equ     1

                bss
                org     $C880
sound_event     rmb     1
                code

                org     0
                setdp   $D0
                fcc     "g GCE 2026"
                fcb     $80
                fdb     Music_1
                fcb     $F8,$50,$20,-46
                fcc     "MELODY"
                fcb     $80,0
                jmp     main            ; macros must be defined above their first use

                include "lib/sound.asm"
                include "lib/melody.asm"

main            clr     v_quiet
                sound_begin
.frame          jsr     Wait_Recal
                jsr     sound_frame
                jsr     Read_Btns
                lda     Vec_Button_1_3
                beq     .tune
                jsr     melody_switch
.tune           lda     Vec_Button_1_4
                beq     .repeat
                lda     #EVENT_TUNE
                jsr     melody_event_play
.repeat         lda     Vec_Music_Flag
                bne     .draw
                ldx     #tune_rise
                jsr     melody_play
.draw           jsr     Intensity_5F
                ldu     #str_buttons
                jsr     Print_Str_yx
                bra     .frame

str_buttons     fcb     0,-70
                fcc     "3 MUSIC 4 AGAIN"
                fcb     $80

tbl_tunes       fdb     tune_rise

tune_rise       fdb     envelope_bell,vibrato_none
                fcb     NOTE_C4,12
                fcb     NOTE_E4,12
                fcb     NOTE_G4,12
                fcb     NOTE_C5|CHORD,NOTE_E4|CHORD,NOTE_C3,48
                fcb     NOTE_C5,TUNE_END
