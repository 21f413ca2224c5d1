; built_in: a routine of the built-in game

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                jsr     $E8E3           ;! built-in
                jsr     DP_to_D0
                ldd     #$1010
                jsr     Dot_d
                bra     loop
