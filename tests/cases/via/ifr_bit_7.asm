; question: When is IFR bit 7 set?
; real: 64 192 192 64 0
; source: [R6522 IFR] while an enabled flag is set; it is no flag, and a write cannot clear it

                include "case.inc"

                start_t1 1
                wait    10
                bsr     look
                set_to  $C0,VIA_int_enable
                bsr     look
                set_to  $80,VIA_int_flags
                bsr     look
                set_to  $40,VIA_int_enable
                bsr     look
                set_to  $40,VIA_int_flags
                bsr     look
                bra     *

look            ldb     <VIA_int_flags
                stb     ,y+
                rts
