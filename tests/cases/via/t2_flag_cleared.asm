; question: What clears T2's flag, and what does not?
; real: 32 32 32 0 0 0
; source: [R6522 IFR] reading T2C-L, writing T2C-H or 1 to the flag; nothing else

                include "case.inc"

                bsr     time_out
                bsr     flags
                ldb     <VIA_t2_hi
                bsr     flags
                set_to  1,VIA_t2_lo
                bsr     flags
                ldb     <VIA_t2_lo
                bsr     flags
                bsr     time_out
                set_to  $FF,VIA_t2_hi
                bsr     flags
                bsr     time_out
                set_to  $20,VIA_int_flags
                bsr     flags
                bra     *

time_out        start_t2 1
                wait    10
                rts

flags           ldb     <VIA_int_flags
                stb     ,y+
                rts
