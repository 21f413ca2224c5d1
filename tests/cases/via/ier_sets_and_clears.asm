; question: How is IER written and read?
; real: 128 192 224 160 160 128
; source: [R6522 IER] bit 7 of what is written says set or clear; it reads as 1

                include "case.inc"

                bsr     look
                set_to  $C0,VIA_int_enable
                bsr     look
                set_to  $A0,VIA_int_enable
                bsr     look
                set_to  $40,VIA_int_enable
                bsr     look
                set_to  $80,VIA_int_enable
                bsr     look
                set_to  $7F,VIA_int_enable
                bsr     look
                bra     *

look            ldb     <VIA_int_enable
                stb     ,y+
                rts
