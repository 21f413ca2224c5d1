; question: Does a switch from mode 0 to mode 6 start shifts, or a write made before it count?
; real: 0 165
; source: [VIA 20] neither

                include "case.inc"

                lda     #$A5
                sta     <VIA_shift_reg
                set_to  $18,VIA_aux_cntl
                pause   40
                ldb     <VIA_int_flags
                stb     ,y+
                ldb     <VIA_shift_reg
                stb     ,y+
                bra     *
