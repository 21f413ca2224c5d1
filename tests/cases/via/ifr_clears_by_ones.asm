; question: Which flags does a write of IFR clear?
; real: 96 64 0
; source: [R6522 IFR] those whose bits are written as 1

                include "case.inc"

                start_t1 1
                start_t2 1
                wait    10
                bsr     look
                set_to  $3F,VIA_int_flags
                bsr     look
                set_to  $40,VIA_int_flags
                bsr     look
                bra     *

look            ldb     <VIA_int_flags
                stb     ,y+
                rts
