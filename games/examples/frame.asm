; frame.asm: an example of lib/frame.asm
;
; what:     two states, which button 4 changes; each writes a word
; range:    $0000-$7FFF, cartridge ROM
; RAM:      $C880-$CBEA
; DP:       $D0 throughout
; play:     vecx run games/examples/frame.asm

                include "vectrex.inc"

PLACE_CYCLES    equ     126             ; which beam.asm asks for
EVENT_CHANGE    equ     1

                bss
                org     $C880
game_state      rmb     1               ; 0 or 1: an index into tbl_states
frame_counter   rmb     1
v_state_frames  rmb     1
sound_event     rmb     1
                code

                org     0
                setdp   $D0
                fcc     "g GCE 2026"
                fcb     $80
                fdb     Music_1
                fcb     $F8,$50,$20,-40
                fcc     "FRAME"
                fcb     $80,0
                jmp     main            ; macros must be defined above their first use

                include "lib/beam.asm"
                include "lib/frame.asm"
                include "lib/sound.asm"

main            clr     game_state
                clr     frame_counter
                clr     v_state_frames
                sound_begin
                jmp     frames_run

tbl_states      fdb     day_frame,night_frame

; day_frame, night_frame: a frame of each state
day_frame       ldu     #str_day
                bra     word_draw
night_frame     ldu     #str_night
; falls into word_draw

; word_draw: write a word, and change the state when button 4 is pressed
;   in       U -> y, x, text; DP = $D0
;   out      game_state, v_state_frames
;   changes  A B X U CC         keeps  Y DP S
;   stack    12
word_draw       jsr     Intensity_5F
                jsr     Print_Str_yx
                lda     Vec_Button_1_4
                beq     .end
                lda     game_state
                eora    #1
                sta     game_state
                clr     v_state_frames
                lda     #EVENT_CHANGE
                jsr     sound_event_play
.end            rts

str_day         fcb     0,-20
                fcc     "DAY"
                fcb     $80
str_night       fcb     0,-30
                fcc     "NIGHT"
                fcb     $80

tbl_tunes       fdb     tune_change
tune_change     fdb     envelope_tick,vibrato_none
                fcb     NOTE_C5,6
                fcb     NOTE_C5,TUNE_END
