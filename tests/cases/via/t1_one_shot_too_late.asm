; question: Until which cycle does a switch to one-shot disarm T1 at this time-out?
; real: 0 64 0
; source: [VIA 5] at t + N + 2 still; [VIA 4] a cycle later T1 flags once more, then never

                include "case.inc"

                bsr     free_run
                start_t1 18             ; t, A = 0
                wait    16
                sta     <VIA_aux_cntl   ; t + 20
                wait    3
                stb     <VIA_int_flags  ; t + 27
                wait    20
                lda     <VIA_int_flags  ; t + 51
                sta     ,y+
                bsr     free_run
                start_t1 18             ; t, A = 0
                wait    16
                sta     >VIA_aux_cntl   ; t + 21
                wait    2
                stb     <VIA_int_flags  ; t + 27
                wait    20
                lda     <VIA_int_flags  ; t + 51
                sta     ,y+
                stb     <VIA_int_flags
                pause   100
                lda     <VIA_int_flags
                sta     ,y+
                bra     *

free_run        ldb     #$40
                stb     <VIA_aux_cntl
                rts
