; opcode: an undocumented opcode

                include "case.inc"
loop            jsr     Wait_Recal
                bsr     odd

                bra     loop
odd             nop
                fcb     $87,$39         ;! opcode
