; attract.asm: an example of lib/attract.asm
;
; what:     a square that waits; left alone for 20 seconds it wanders, until a button is pressed
; range:    $0000-$7FFF, cartridge ROM
; RAM:      $C880-$CBEA
; DP:       $D0 throughout
; play:     vecx run games/examples/attract.asm

                include "vectrex.inc"

PLACE_CYCLES    equ     126

                bss
                org     $C880
v_x             rmb     1
                code

                org     0
                setdp   $D0
                fcc     "g GCE 2026"
                fcb     $80
                fdb     Music_1
                fcb     $F8,$50,$20,-44
                fcc     "ATTRACT"
                fcb     $80,0
                jmp     main            ; macros must be defined above their first use

                include "lib/beam.asm"
                include "lib/stick.asm"
                include "lib/attract.asm"

main            clr     v_x
                clr     v_attract
                ldd     #0
                std     v_idle
                lda     #READ_1_X
                sta     Vec_Joy_Mux_1_X
                lda     #READ_1_Y
                sta     Vec_Joy_Mux_1_Y
                clr     Vec_Joy_Mux_2_X
                clr     Vec_Joy_Mux_2_Y
.frame          jsr     Wait_Recal
                jsr     Read_Btns
                jsr     Joy_Digital
                jsr     Intensity_5F
                jsr     attract_left
                bne     .waits
                lda     v_attract
                bne     .wanders
.waits          clr     v_x
                jsr     attract_due
                bne     .draw
                inc     v_attract
.wanders        inc     v_x             ; from the right edge on at the left
.draw           clra
                ldb     v_x
                asrb
                jsr     beam_place
                line    100,0,30
                line    0,100,30
                line    -100,0,30
                line    0,-100,30
                jmp     .frame
