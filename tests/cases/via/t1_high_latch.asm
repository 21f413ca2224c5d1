; question: What does writing T1L-H do?
; real: 64 0 1 8 247
; source: [VIA 6] clears the flag, sets the latch, does not restart; [VIA 1] the counter goes on

                include "case.inc"

                start_t1 8              ; t
                pause   40
                ldb     <VIA_int_flags
                stb     ,y+
                set_to  1,VIA_t1_lch_hi
                ldb     <VIA_int_flags
                stb     ,y+
                ldb     <VIA_t1_lch_hi
                stb     ,y+
                ldb     <VIA_t1_lch_lo
                stb     ,y+
                start_t1 $0100          ; t
                set_to  7,VIA_t1_lch_hi ; t + 6
                ldb     <VIA_t1_cnt_lo  ; t + 10: $0100 - 9
                stb     ,y+
                bra     *
