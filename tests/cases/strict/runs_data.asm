; runs_data: a routine without RTS runs into its table

                include "case.inc"
loop            jsr     Wait_Recal
                bsr     light
                bra     loop
light           jsr     Intensity_5F
table           fcb     $12,$12,$12,$39 ;! runs-data
