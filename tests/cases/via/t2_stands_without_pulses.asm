; question: Does T2 stand still in pulse mode, and is it loaded by T2C-H there?
; real: 119 86 119 86
; source: [VIA 12] loaded at once; [R6522 T2] phi2 does not count

                include "case.inc"

                set_to  $20,VIA_aux_cntl
                start_t2 $5677
                bsr     look
                pause   100
                bsr     look
                bra     *

look            ldd     <VIA_t2_lo
                std     ,y++
                rts
