; question: Does T1 in one-shot mode set its flag again when it wraps?
; real: 64 0
; source: [VIA 4] once for each write of T1C-H

                include "case.inc"

                start_t1 8
                pause   40
                ldb     <VIA_int_flags
                stb     ,y+
                set_to  $40,VIA_int_flags
                pause   400
                ldb     <VIA_int_flags
                stb     ,y+
                bra     *
