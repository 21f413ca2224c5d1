; question: Which writes make T1 set its flag once more after a shot?
; real: 0 0 0 64
; source: [VIA 4] T1C-H alone, not T1C-L, T1L-L or T1L-H

                include "case.inc"

                start_t1 8
                pause   40
                set_to  $40,VIA_int_flags
                set_to  5,VIA_t1_cnt_lo
                pause   40
                ldb     <VIA_int_flags
                stb     ,y+
                set_to  5,VIA_t1_lch_lo
                pause   40
                ldb     <VIA_int_flags
                stb     ,y+
                set_to  0,VIA_t1_lch_hi
                pause   40
                ldb     <VIA_int_flags
                stb     ,y+
                set_to  0,VIA_t1_cnt_hi
                pause   40
                ldb     <VIA_int_flags
                stb     ,y+
                bra     *
