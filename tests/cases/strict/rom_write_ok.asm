; rom_write_ok: the same in RAM

                include "case.inc"
                clr     counter
loop            jsr     Wait_Recal
                inc     counter
                bra     loop
counter         equ     $C880
