; runs_data: a routine without RTS runs into its table

                include "case.inc"
loop            jsr     Wait_Recal
                bsr     light
                bsr     draw
                bra     loop
light           jsr     Intensity_5F    ;! runs-data
table           fcb     $4F,$4F,$4F,$39
draw            ldx     #list
                leay    ,x              ;! runs-data
list            fcb     2,10,0,$39      ; 2 is no documented opcode
