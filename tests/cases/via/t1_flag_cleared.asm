; question: What clears T1's flag?
; real: 64 0 0 0 0
; source: [VIA 6] reading T1C-L, writing T1C-H or T1L-H; [R6522 IFR] writing 1 to the flag

                include "case.inc"

                bsr     time_out
                ldb     <VIA_int_flags
                stb     ,y+
                ldb     <VIA_t1_cnt_lo
                bsr     flags
                bsr     time_out
                set_to  $FF,VIA_t1_cnt_hi
                bsr     flags
                bsr     time_out
                set_to  0,VIA_t1_lch_hi
                bsr     flags
                bsr     time_out
                set_to  $40,VIA_int_flags
                bsr     flags
                bra     *

time_out        start_t1 1
                wait    10
                rts

flags           ldb     <VIA_int_flags
                stb     ,y+
                rts
