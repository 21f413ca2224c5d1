; question: What becomes of a write of 1 to T1's flag in the cycle that sets it?
; real: 64 0
; source: [VIA 7] at t + N + 2 the flag wins, a cycle later it is cleared

                include "case.inc"

                ldb     #$40
                start_t1 8              ; t
                wait    6
                stb     <VIA_int_flags  ; t + 10
                lda     <VIA_int_flags
                sta     ,y+
                start_t1 8              ; t
                wait    6
                stb     >VIA_int_flags  ; t + 11
                lda     <VIA_int_flags
                sta     ,y+
                bra     *
