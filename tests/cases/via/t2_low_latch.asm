; question: Does writing T2C-L change the counter?
; real: 249 95 18
; source: [VIA 12] it is a latch, which T2C-H's write loads

                include "case.inc"

                ldb     #99
                start_t2 $1200          ; t
                stb     <VIA_t2_lo      ; t + 4
                lda     <VIA_t2_lo      ; t + 8: $1200 - 7
                sta     ,y+
                lda     #$12
                sta     <VIA_t2_hi      ; u
                ldd     >VIA_t2_lo      ; low at u + 5: 99 - 4; high at u + 6
                std     ,y++
                bra     *
