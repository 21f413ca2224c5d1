; question: Does a write of T1C-H in the cycle where the counter is 0 cancel the time-out?
; real: 0 64
; source: [VIA 8] it does; the new count flags at its own t + N + 2

                include "case.inc"

                clrb
                start_t1 8              ; t
                wait    4
                stb     >VIA_t1_cnt_hi  ; t + 9 = u
                wait    4
                lda     <VIA_int_flags  ; u + 8
                sta     ,y+
                lda     <VIA_int_flags  ; u + 18
                sta     ,y+
                bra     *
