; text.asm: an example of lib/text.asm
;
; what:     three messages that take turns, one a second
; range:    $0000-$7FFF, cartridge ROM
; RAM:      $C880-$CBEA
; DP:       $D0 throughout
; play:     vecx run games/examples/text.asm

                include "vectrex.inc"

PLACE_CYCLES    equ     126
LIGHT_TEXT      equ     $60
MESSAGE_COUNT   equ     3

                bss
                org     $C880
                code

                org     0
                setdp   $D0
                fcc     "g GCE 2026"
                fcb     $80
                fdb     Music_1
                fcb     $F8,$50,$20,-32
                fcc     "TEXT"
                fcb     $80,0
                jmp     main            ; macros must be defined above their first use

                include "lib/beam.asm"
                include "lib/letters.asm"
                include "lib/text.asm"

main            jsr     hint_start
.frame          jsr     Wait_Recal
                lda     #MESSAGE_COUNT
                jsr     hint_turn       ; A = which is due
                asla
                ldx     #tbl_messages
                ldu     a,x
                jsr     text_draw
                bra     .frame

tbl_messages    fdb     str_move,str_fire,str_start
str_move        text    0,"STICK: MOVE"
str_fire        text    0,"BUTTON 4: FIRE"
str_start       text    0,"GOOD LUCK!"
