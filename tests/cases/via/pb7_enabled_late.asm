; question: What does PB7 do when ACR bit 7 is set after T1 was started?
; real: 128 0 0
; source: [VIA 10, 11] it stays 1 and falls at the time-out, where it remains

                include "case.inc"

                ldb     #$80
                start_t1 30             ; t
                stb     <VIA_aux_cntl
                bsr     look
                pause   40
                bsr     look
                pause   80
                bsr     look
                bra     *

look            ldb     <VIA_port_b
                andb    #$80
                stb     ,y+
                rts
