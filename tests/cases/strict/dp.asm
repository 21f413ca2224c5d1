; dp: a ROM routine that needs DP $D0

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     DP_to_C8
                jsr     Intensity_5F    ;! dp
                jsr     DP_to_D0
                bra     loop
