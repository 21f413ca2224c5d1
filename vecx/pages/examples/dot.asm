; dot.asm: a dot in the middle of the screen

                include "vectrex.inc"

                org     0
                setdp   $D0             ; the page of the hardware, in which ROM routines work
                fcc     "g GCE 2026"    ; the executive ROM refuses anything else
                fcb     $80
                fdb     Music_1
                fcb     $F8,$50,$20,-21 ; height, width, y, x of the title
                fcc     "DOT"
                fcb     $80,0

main            jsr     Wait_Recal      ; waits for the next frame; the beam is in the middle
                jsr     Intensity_7F    ; bright
                ldd     #0              ; A: up, B: right, from -128 to 127
                jsr     Dot_d
                bra     main
