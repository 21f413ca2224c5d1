; question: Does the shift register move in mode 0?
; real: 165 165 0
; source: [VIA 22] it does not, and [R6522 SR] sets no flag

                include "case.inc"

                lda     #$A5
                sta     <VIA_shift_reg
                ldb     <VIA_shift_reg
                stb     ,y+
                pause   100
                ldb     <VIA_shift_reg
                stb     ,y+
                ldb     <VIA_int_flags
                stb     ,y+
                bra     *
