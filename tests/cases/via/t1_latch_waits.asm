; question: Does writing T1L-L, or T1C-L, change the counter?
; real: 0 50 0 50
; source: [VIA 3] not before the reload

                include "case.inc"

                ldb     #50
                start_t1 8              ; t
                stb     <VIA_t1_lch_lo  ; t + 4
                lda     >VIA_t1_cnt_lo  ; t + 9
                sta     ,y+
                start_t1 8
                stb     <VIA_t1_lch_lo
                wait    2
                lda     >VIA_t1_cnt_lo  ; t + 11: reloaded
                sta     ,y+
                start_t1 8
                stb     <VIA_t1_cnt_lo
                lda     >VIA_t1_cnt_lo  ; t + 9
                sta     ,y+
                start_t1 8
                stb     <VIA_t1_cnt_lo
                wait    2
                lda     >VIA_t1_cnt_lo  ; t + 11
                sta     ,y+
                bra     *
