; runs_data_ok: it ends

                include "case.inc"
loop            jsr     Wait_Recal
                bsr     light
                bra     loop
light           jsr     Intensity_5F
                rts
table           fcb     $12,$12,$12,$39
