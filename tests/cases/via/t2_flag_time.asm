; question: In which cycle after the write of T2C-H is T2's flag first read as set?
; real: 0 32
; source: [VIA 12, 2] not at t + N + 1, but at t + N + 2, where the counter is FFFF

                include "case.inc"

                start_t2 8              ; t
                wait    4
                ldb     >VIA_int_flags  ; t + 9
                stb     ,y+
                start_t2 8              ; t
                wait    6
                ldb     <VIA_int_flags  ; t + 10
                stb     ,y+
                bra     *
