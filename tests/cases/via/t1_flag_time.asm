; question: In which cycle after the write of T1C-H is T1's flag first read as set?
; real: 0 64
; source: [VIA 2] not at t + N + 1, but at t + N + 2

                include "case.inc"

                start_t1 8              ; t
                wait    4
                ldb     >VIA_int_flags  ; t + 9
                stb     ,y+
                start_t1 8              ; t
                wait    6
                ldb     <VIA_int_flags  ; t + 10
                stb     ,y+
                bra     *
