; menu.asm: an example of lib/menu.asm
;
; what:     a menu of three lines; button 4 shows the number of the line chosen, and comes back
; range:    $0000-$7FFF, cartridge ROM
; RAM:      $C880-$CBEA
; DP:       $D0 throughout
; play:     vecx run games/examples/menu.asm

                include "vectrex.inc"

PLACE_CYCLES    equ     126
MENU_COUNT      equ     3
MENU_NEAR       equ     3
MENU_MARK_GAP_HALVES equ 20
STATE_MENU      equ     0
STATE_CHOSEN    equ     1
EVENT_MOVE      equ     1
EVENT_EDGE      equ     2

                bss
                org     $C880
game_state      rmb     1
frame_counter   rmb     1
v_state_frames  rmb     1
sound_event     rmb     1
                code

                org     0
                setdp   $D0
                fcc     "g GCE 2026"
                fcb     $80
                fdb     Music_1
                fcb     $F8,$50,$20,-32
                fcc     "MENU"
                fcb     $80,0
                jmp     main            ; macros must be defined above their first use

                include "lib/beam.asm"
                include "lib/frame.asm"
                include "lib/stick.asm"
                include "lib/letters.asm"
                include "lib/menu.asm"
                include "lib/sound.asm"
                include "lib/melody.asm"

main            clr     frame_counter
                clr     v_menu          ; the line chosen first
                clr     v_quiet
                sound_begin
                jsr     sticks_wait
                jsr     menu_begin
                jmp     frames_run

tbl_states      fdb     menu_frame,chosen_frame

; state_enter: change the state
;   in       A = state
;   out      none
;   changes  CC                 keeps  A B X Y U DP S
;   stack    2
state_enter     sta     game_state
                clr     v_state_frames
                rts

; menu_frame: a frame of the menu
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    12
menu_frame      jsr     menu_step
                ldu     #str_menu
                jsr     menu_draw
                lda     Vec_Button_1_4
                beq     .end
                lda     #STATE_CHOSEN
                bra     state_enter
.end            rts

; chosen_frame: a frame with the number of the line chosen
;   in       v_menu, DP = $D0
;   out      none
;   changes  A B X Y U CC       keeps  DP S
;   stack    12
chosen_frame    jsr     Intensity_5F
                lda     v_menu
                asla
                ldx     #tbl_numbers
                ldu     a,x
                jsr     letters_draw_big
                lda     Vec_Button_1_4
                beq     .end
                jmp     menu_begin
.end            rts

str_menu        text_near 30,"ONE"
                text_near 0,"TWO"
                text_near -30,"THREE"
tbl_numbers     fdb     str_1,str_2,str_3
str_1           text_big 0,"1"
str_2           text_big 0,"2"
str_3           text_big 0,"3"

tbl_tunes       fdb     tune_move,tune_edge
tune_move       fdb     envelope_tick,vibrato_none
                fcb     NOTE_C5,6
                fcb     NOTE_C5,TUNE_END
tune_edge       fdb     envelope_knock,vibrato_none
                fcb     NOTE_C3,6
                fcb     NOTE_C3,TUNE_END
tune_title      fdb     envelope_bell,vibrato_none
                fcb     NOTE_C4,24
                fcb     NOTE_G4,24
                fcb     NOTE_C5,48
                fcb     NOTE_C5,TUNE_END
