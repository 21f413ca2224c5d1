; text.asm: two lines of text

                include "vectrex.inc"

                org     0
                setdp   $D0             ; the page of the hardware, in which ROM routines work
                fcc     "g GCE 2026"    ; the executive ROM refuses anything else
                fcb     $80
                fdb     Music_1
                fcb     $F8,$50,$20,-28 ; height, width, y, x of the title
                fcc     "TEXT"
                fcb     $80,0

main            jsr     Wait_Recal
                jsr     Intensity_5F
                ldu     #str_hello
                jsr     Print_Str_yx
                ldu     #str_vectrex
                jsr     Print_Str_yx
                bra     main

str_hello       fcb     20,-42          ; up, right
                fcc     "HELLO,"
                fcb     $80             ; the end
str_vectrex     fcb     -10,-56
                fcc     "VECTREX!"
                fcb     $80
