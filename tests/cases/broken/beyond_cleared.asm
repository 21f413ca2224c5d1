; beyond_cleared: the loop clears 16 bytes, and byte 16 is used

                include "../strict/case.inc"
shots           equ     $C880           ; 24 bytes
main            ldx     #shots
                ldb     #16
clear           clr     ,x+
                decb
                bne     clear
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldx     #shots
                ldd     16,x            ;! ram-unset
                jsr     Dot_d
                jsr     Reset0Ref
                bra     loop
