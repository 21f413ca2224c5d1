; question: Does an access after the eight shifts of mode 6 start eight new ones?
; real: 150 4
; source: [VIA 19] at t + 21 it does; [VIA 17] two shifts four cycles later

                include "case.inc"

                set_to  $18,VIA_aux_cntl
                lda     #$A5
                sta     <VIA_shift_reg  ; t
                wait    17
                ldb     <VIA_shift_reg  ; t + 21 = u
                ldb     <VIA_shift_reg  ; u + 4: $96
                stb     ,y+
                wait    20
                ldb     <VIA_int_flags
                stb     ,y+
                bra     *
