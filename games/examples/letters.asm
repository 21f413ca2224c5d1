; letters.asm: an example of lib/letters.asm
;
; what:     a line of large letters and one of small ones
; range:    $0000-$7FFF, cartridge ROM
; RAM:      $C880-$CBEA
; DP:       $D0 throughout
; play:     vecx run games/examples/letters.asm

                include "vectrex.inc"

PLACE_CYCLES    equ     126

                bss
                org     $C880
                code

                org     0
                setdp   $D0
                fcc     "g GCE 2026"
                fcb     $80
                fdb     Music_1
                fcb     $F8,$50,$20,-56
                fcc     "LETTERS"
                fcb     $80,0
                jmp     main            ; macros must be defined above their first use

                include "lib/beam.asm"
                include "lib/letters.asm"

main            jsr     Wait_Recal
                jsr     Intensity_5F
                ldu     #str_large
                jsr     letters_draw_big
                ldu     #str_small
                jsr     letters_draw
                bra     main

str_large       text_big 20,"VECTREX"
str_small       text    -20,"SCORE: 1234"
