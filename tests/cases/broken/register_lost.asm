; register_lost.asm: counts in B across a call that does not preserve it

                include "vectrex.inc"
                fcc     "g GCE 2026"
                fcb     $80
                fdb     $FD0D
                fcb     $F8,$50,$20,-$50
                fcc     "DOTS"
                fcb     $80,0
                setdp   $D0
main            jsr     Wait_Recal
                jsr     Intensity_5F
                ldb     #5
                ldy     #dots
again           ldx     ,y++
                stx     place
                ldx     #place
                jsr     Dot_ix
                jsr     Reset0Ref
                decb                    ;! unpromised
                bne     again
                bra     main

dots            fcb     10,10,20,20,30,30,40,40,50,50
place           equ     $C880
