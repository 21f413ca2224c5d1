; question: What does T1 read as in the cycles after its load?
; real: 0 15
; source: [VIA 1] N at t + 1, so $1003 - 3 at t + 4 and $1003 - 4 at t + 5

                include "case.inc"

                start_t1 $1003          ; t
                ldd     <VIA_t1_cnt_lo  ; low at t + 4, high at t + 5
                std     ,y++
                bra     *
