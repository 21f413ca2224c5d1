; question: What does T2 read as around its time-out?
; real: 5 0 255 254 255
; source: [VIA 12] N at t + 1, 0 at t + N + 1, FFFF at t + N + 2, then FFFE: it does not reload

                include "case.inc"

                start_t2 8              ; t
                ldb     <VIA_t2_lo      ; t + 4
                stb     ,y+
                start_t2 8
                wait    4
                ldb     >VIA_t2_lo      ; t + 9
                stb     ,y+
                start_t2 8
                wait    6
                ldb     <VIA_t2_lo      ; t + 10
                stb     ,y+
                start_t2 8
                wait    6
                ldb     >VIA_t2_lo      ; t + 11
                stb     ,y+
                ldb     <VIA_t2_hi
                stb     ,y+
                bra     *
