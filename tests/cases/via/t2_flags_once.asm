; question: Does T2 set its flag again when it has counted through all 16 bits?
; real: 32 0 32
; source: [VIA 12] once for each write of T2C-H

                include "case.inc"

                start_t2 8
                pause   40
                ldb     <VIA_int_flags
                stb     ,y+
                set_to  $20,VIA_int_flags
                pause   66000           ; more than 65,536
                ldb     <VIA_int_flags
                stb     ,y+
                set_to  0,VIA_t2_hi
                pause   40
                ldb     <VIA_int_flags
                stb     ,y+
                bra     *
