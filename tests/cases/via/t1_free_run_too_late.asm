; question: Until which cycle can a switch to free-running keep T1 from disarming?
; real: 64 0
; source: [VIA 5] 00 to 40 at t + N + 1 is in time, at t + N + 2 too late

                include "case.inc"

                ldb     #$40
                start_t1 18             ; t
                wait    14
                stb     >VIA_aux_cntl   ; t + 19
                wait    3
                stb     <VIA_int_flags  ; t + 26
                wait    20
                lda     <VIA_int_flags  ; t + 50
                sta     ,y+
                clr     <VIA_aux_cntl
                start_t1 18             ; t
                wait    16
                stb     <VIA_aux_cntl   ; t + 20
                wait    2
                stb     <VIA_int_flags  ; t + 26
                wait    20
                lda     <VIA_int_flags  ; t + 50
                sta     ,y+
                bra     *
