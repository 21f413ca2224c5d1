; dp_ok: with DP set

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     DP_to_C8
                jsr     DP_to_D0
                jsr     Intensity_5F
                bra     loop
