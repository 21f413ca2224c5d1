; question: Until which cycle is a new latch taken by the reload?
; real: 47 4
; source: [VIA 3] until t + N + 2, where the counter is FFFF; a cycle later is too late

                include "case.inc"

                ldb     #50
                start_t1 8              ; t
                wait    6
                stb     <VIA_t1_lch_lo  ; t + 10
                lda     <VIA_t1_cnt_lo  ; t + 14: 50 was at t + 11
                sta     ,y+
                start_t1 8              ; t
                wait    6
                stb     >VIA_t1_lch_lo  ; t + 11
                lda     <VIA_t1_cnt_lo  ; t + 15: 8 was at t + 11
                sta     ,y+
                bra     *
