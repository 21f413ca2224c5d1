; question: Does T1 in free-running mode set its flag again, and when?
; real: 64 0 64
; source: [VIA 1, 2] first at t + N + 2, then every N + 2 cycles

                include "case.inc"

                set_to  $40,VIA_aux_cntl
                ldb     #$40
                start_t1 18             ; t
                wait    16
                lda     <VIA_int_flags  ; t + 20
                stb     <VIA_int_flags  ; t + 24: clear
                sta     ,y+             ; to t + 30
                lda     >VIA_int_flags  ; t + 35
                sta     ,y+             ; to t + 41
                lda     <VIA_int_flags  ; t + 45
                sta     ,y+
                bra     *
