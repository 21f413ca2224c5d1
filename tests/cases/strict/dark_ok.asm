; dark_ok: the highest brightness, and none

                include "case.inc"
loop            jsr     Wait_Recal
                lda     #$7F
                jsr     Intensity_a
                ldd     #$1010
                jsr     Dot_d
                clra
                jsr     Intensity_a
                ldd     #$1010
                jsr     Dot_d
                bra     loop
