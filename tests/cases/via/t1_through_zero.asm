; question: What does T1 read as around its time-out?
; real: 0 255 8 7
; source: [VIA 1] 0 at t + N + 1, FFFF at t + N + 2, N again at t + N + 3

                include "case.inc"

                start_t1 8              ; t
                wait    4
                ldb     >VIA_t1_cnt_lo  ; t + 9
                stb     ,y+
                start_t1 8
                wait    6
                ldb     <VIA_t1_cnt_lo  ; t + 10
                stb     ,y+
                start_t1 8
                wait    6
                ldb     >VIA_t1_cnt_lo  ; t + 11
                stb     ,y+
                start_t1 8
                wait    8
                ldb     <VIA_t1_cnt_lo  ; t + 12
                stb     ,y+
                bra     *
