; question: Does T1 reload in one-shot mode too, and with what period?
; real: 8 8
; source: [VIA 1] N at t + N + 3, and again a period of N + 2 later

                include "case.inc"

                start_t1 8              ; t
                wait    6
                ldb     >VIA_t1_cnt_lo  ; t + 11
                stb     ,y+
                start_t1 8              ; t
                wait    16
                ldb     >VIA_t1_cnt_lo  ; t + 21
                stb     ,y+
                bra     *
