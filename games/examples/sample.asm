; sample.asm: an example of lib/sample.asm and of `asset`
;
; what:     button 2 plays a sample; nothing is drawn meanwhile
; range:    $0000-$7FFF, cartridge ROM
; RAM:      $C880-$CBEA
; DP:       $D0 throughout
; play:     vecx run games/examples/sample.asm

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
                fcc     "SAMPLE"
                fcb     $80,0
                bra     main

                include "lib/sample.asm"

main            jsr     Wait_Recal
                jsr     Read_Btns
                lda     Vec_Button_1_2
                beq     .draw
                ldx     #blip
                jsr     blip_play
.draw           jsr     Intensity_5F
                ldu     #str_button
                jsr     Print_Str_yx
                bra     main

str_button      fcb     0,-40
                fcc     "2 BLIP"
                fcb     $80

blip            asset   "blip.wav", rate=6000
