; opcode_ok: NOP

                include "case.inc"
loop            jsr     Wait_Recal
                nop
                bra     loop
