; question: Does an access while mode 6 shifts start eight new shifts?
; real: 4 165
; source: [VIA 19] it neither restarts nor resets the count

                include "case.inc"

                set_to  $18,VIA_aux_cntl
                lda     #$A5
                sta     <VIA_shift_reg  ; t
                wait    4
                ldb     <VIA_shift_reg  ; t + 8
                wait    8
                ldb     <VIA_int_flags  ; t + 20
                stb     ,y+
                ldb     <VIA_shift_reg  ; t + 30: the byte has gone round
                stb     ,y+
                bra     *
