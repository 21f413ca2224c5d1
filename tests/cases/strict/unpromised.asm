; unpromised: X is used as if the routine had kept it; flags decide that no routine has promised; a
; cartridge uses U as the ROM has left it

                include "case.inc"
                leau    10,u            ;! unpromised
                stu     $C880
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     $C881
                ldb     #10
                jsr     Dot_d
                ldx     #texts
                ldu     ,x
                jsr     Print_Str_yx
                ldu     ,x              ;! unpromised
                jsr     Print_Str_yx
                jsr     Joy_Digital
                beq     centre          ;! unpromised
                ldd     #$2020
                bra     show
centre          ldd     #$3030
show            std     $C882
                jsr     Intensity_5F
                ldd     $C882
                jsr     Dot_d
                jsr     Read_Btns
                beq     idle            ;! unpromised
                ldd     #$4040
                bra     again
idle            ldd     #$5050
again           std     $C884
                jsr     Intensity_5F
                ldd     $C884
                jsr     Dot_d
                ldd     #$5020
                jsr     Dot_d
                ldd     #$1020
                jsr     Moveto_d
                bcs     loop            ;! unpromised
                jsr     Dot_here
                bra     loop
texts           fdb     text
text            fcb     10,-40,"HI",$80
