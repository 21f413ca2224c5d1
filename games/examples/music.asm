; music.asm: an example of lib/music.asm and of `asset`
;
; what:     a tune plays; button 3 an effect over it, button 1 ends the tune, button 4 begins it
; range:    $0000-$7FFF, cartridge ROM
; RAM:      $C880-$CBEA
; DP:       $D0 throughout
; play:     vecx run games/examples/music.asm

                include "vectrex.inc"

                bss
                org     $C880
                code

                org     0
                setdp   $D0
                fcc     "g GCE 2026"
                fcb     $80
                fdb     Music_1
                fcb     $F8,$50,$20,-40
                fcc     "MUSIC"
                fcb     $80,0
                jmp     main            ; macros must be defined above their first use

                include "lib/music.asm"

main            jsr     music_stop
                ldx     #theme
                jsr     music_start
.frame          jsr     Wait_Recal
                jsr     music_frame
                jsr     Read_Btns
                lda     Vec_Button_1_1
                beq     .effect
                jsr     music_stop
.effect         lda     Vec_Button_1_3
                beq     .tune
                ldx     #shot
                jsr     effect_start
.tune           lda     Vec_Button_1_4
                beq     .draw
                ldx     #theme
                jsr     music_start
.draw           jsr     Intensity_5F
                ldu     #str_buttons
                jsr     Print_Str_yx
                bra     .frame

str_buttons     fcb     0,-70
                fcc     "3 SHOT 4 TUNE"
                fcb     $80

theme           asset   "theme.mml", form=player
shot            asset   "effects.sfx"
