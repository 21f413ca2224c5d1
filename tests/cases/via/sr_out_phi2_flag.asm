; question: When is the shift register's flag set in mode 6, and what clears it?
; real: 0 4 0 4 0
; source: [R6522 SR] after eight shifts, [VIA 17] at t + 16; cleared by reading or writing SR

                include "case.inc"

                set_to  $18,VIA_aux_cntl
                lda     #$A5
                sta     <VIA_shift_reg  ; t
                wait    11
                ldb     <VIA_int_flags  ; t + 15
                stb     ,y+
                ldb     <VIA_int_flags
                stb     ,y+
                sta     <VIA_shift_reg
                ldb     <VIA_int_flags
                stb     ,y+
                wait    20
                ldb     <VIA_int_flags
                stb     ,y+
                lda     <VIA_shift_reg
                ldb     <VIA_int_flags
                stb     ,y+
                bra     *
