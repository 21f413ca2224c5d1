; ram_unset: a variable that was never set

                include "case.inc"
loop            jsr     Wait_Recal
                lda     $C8F0           ;! ram-unset
                beq     loop
                jsr     Intensity_5F
                ldd     $C8F1           ;! ram-unset
                jsr     Dot_d
                bra     loop
