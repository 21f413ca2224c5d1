; question: What leaves T1's flag set?
; real: 64 64 64 64 64 64
; source: [VIA 6] writing T1C-L or T1L-L, reading T1C-H, T1L-L, T1L-H or IFR

                include "case.inc"

                start_t1 1
                wait    10
                set_to  9,VIA_t1_cnt_lo
                bsr     flags
                set_to  9,VIA_t1_lch_lo
                bsr     flags
                ldb     <VIA_t1_cnt_hi
                bsr     flags
                ldb     <VIA_t1_lch_lo
                bsr     flags
                ldb     <VIA_t1_lch_hi
                bsr     flags
                bsr     flags           ; IFR itself was read before
                bra     *

flags           ldb     <VIA_int_flags
                stb     ,y+
                rts
