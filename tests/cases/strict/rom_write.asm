; rom_write: a variable in ROM

                include "case.inc"
loop            jsr     Wait_Recal
                inc     counter         ;! rom-write
                bra     loop
counter         fcb     0
