; registers.asm: an example of lib/registers.asm and of `asset`
;
; what:     a recording of a sound chip plays again and again
; range:    $0000-$7FFF, cartridge ROM
; RAM:      $C880-$CBEA
; DP:       $D0 throughout
; play:     vecx run games/examples/registers.asm

                include "vectrex.inc"

                bss
                org     $C880
                code

                org     0
                setdp   $D0
                fcc     "g GCE 2026"
                fcb     $80
                fdb     Music_1
                fcb     $F8,$50,$20,-70
                fcc     "REGISTERS"
                fcb     $80,0
                bra     main

                include "lib/registers.asm"

main            ldx     #arpeggio
                jsr     registers_start
.frame          jsr     Wait_Recal
                jsr     registers_frame
                jsr     Intensity_5F
                ldu     #str_title
                jsr     Print_Str_yx
                bra     .frame

str_title       fcb     0,-40
                fcc     "LISTEN"
                fcb     $80

arpeggio        asset   "arpeggio.ym"
