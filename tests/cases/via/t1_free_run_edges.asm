; question: In which cycle does the second time-out of free-running T1 set the flag?
; real: 0 64
; source: [VIA 1, 2] at t + 2 (N + 2), not a cycle sooner

                include "case.inc"

                set_to  $40,VIA_aux_cntl
                ldb     #$40
                start_t1 18             ; t
                wait    18
                stb     <VIA_int_flags  ; t + 22
                wait    12
                lda     >VIA_int_flags  ; t + 39
                sta     ,y+
                start_t1 18             ; t
                wait    18
                stb     <VIA_int_flags  ; t + 22
                wait    14
                lda     <VIA_int_flags  ; t + 40
                sta     ,y+
                bra     *
