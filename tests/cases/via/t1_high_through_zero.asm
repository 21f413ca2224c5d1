; question: Does T1's high byte pass through FF at the time-out, and reload with the low one?
; real: 0 255 1
; source: [VIA 1] 0000 at t + N + 1, FFFF a cycle later, then N, here $0104

                include "case.inc"

                start_t1 $0104          ; t
                pause   248             ; takes 251
                wait    6
                ldb     <VIA_t1_cnt_hi  ; t + 261
                stb     ,y+
                start_t1 $0104
                pause   248
                wait    7
                ldb     <VIA_t1_cnt_hi  ; t + 262
                stb     ,y+
                start_t1 $0104
                pause   248
                wait    8
                ldb     <VIA_t1_cnt_hi  ; t + 263
                stb     ,y+
                bra     *
