; question: Is T1's output flip-flop set again when ACR bit 7 is cleared?
; real: 0 128
; source: [VIA 10] 1 whenever ACR bit 7 is 0

                include "case.inc"

                set_to  $80,VIA_aux_cntl
                start_t1 $FFFF
                bsr     look
                set_to  0,VIA_aux_cntl
                set_to  $80,VIA_aux_cntl
                bsr     look
                bra     *

look            ldb     <VIA_port_b
                andb    #$80
                stb     ,y+
                rts
