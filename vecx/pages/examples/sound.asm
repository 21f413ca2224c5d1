; sound.asm: button 4 plays a tune

                include "vectrex.inc"

                org     0
                setdp   $D0             ; the page of the hardware, in which ROM routines work
                fcc     "g GCE 2026"    ; the executive ROM refuses anything else
                fcb     $80
                fdb     Music_1
                fcb     $F8,$50,$20,-35 ; height, width, y, x of the title
                fcc     "SOUND"
                fcb     $80,0

main            jsr     DP_to_C8
                setdp   $C8
                ldu     #Music_1
                jsr     Init_Music_chk  ; does nothing while Vec_Music_Flag is 0
                jsr     Wait_Recal
                setdp   $D0
                jsr     Do_Sound
                jsr     Read_Btns
                lda     Vec_Button_1_4
                beq     draw
                lda     #1              ; from the beginning
                sta     Vec_Music_Flag
draw            jsr     Intensity_5F
                ldu     #str_press
                jsr     Print_Str_yx
                bra     main

str_press       fcb     0,-70
                fcc     "4: PLAY A TUNE"
                fcb     $80
