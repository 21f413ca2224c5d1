; question: When does a change of ACR bit 5 reach T2?
; real: 252 252 249
; source: [VIA 13] a cycle late: the end of the cycle of the write still counts as before

                include "case.inc"

                ldb     #$20
                start_t2 $0100          ; t
                stb     <VIA_aux_cntl   ; a = t + 4, which reads $00FD and still counts
                ldb     <VIA_t2_lo
                stb     ,y+
                pause   80
                ldb     <VIA_t2_lo
                stb     ,y+
                clrb
                stb     <VIA_aux_cntl   ; b reads $00FC; so does b + 1, which counts
                ldb     <VIA_t2_lo      ; b + 4
                stb     ,y+
                bra     *
