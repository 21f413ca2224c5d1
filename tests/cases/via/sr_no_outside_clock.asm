; question: Does the shift register move in modes 3 and 7 with nothing on CB1?
; real: 165 0 165 0
; source: [VIA 22] it does not

                include "case.inc"

                set_to  $0C,VIA_aux_cntl
                bsr     look
                set_to  $1C,VIA_aux_cntl
                bsr     look
                bra     *

look            lda     #$A5
                sta     <VIA_shift_reg
                pause   100
                ldb     <VIA_int_flags
                lda     <VIA_shift_reg
                std     ,y++
                rts
