; question: Does an access in the cycle of mode 6's eighth shift start eight new ones?
; real: 165
; source: [VIA 19] it is still ignored; else [VIA 17] two shifts would be made 4 cycles later

                include "case.inc"

                set_to  $18,VIA_aux_cntl
                lda     #$A5
                sta     <VIA_shift_reg  ; t
                wait    12
                ldb     <VIA_shift_reg  ; t + 16
                ldb     <VIA_shift_reg  ; t + 20
                stb     ,y+
                bra     *
