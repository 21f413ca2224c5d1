; question: When does T2 set its flag while it clocks the shift register?
; real: 0 32 0
; source: [VIA 15] only as all 16 bits go from 0000 to FFFF, and once

                include "case.inc"

                set_to  $14,VIA_aux_cntl
                start_t2 $0114          ; t; low is 00 at t + 21 and, high then 0, at t + 43
                wait    39
                ldb     <VIA_int_flags  ; t + 43
                stb     ,y+
                start_t2 $0114
                wait    40
                ldb     <VIA_int_flags  ; t + 44
                stb     ,y+
                set_to  $20,VIA_int_flags
                pause   12000           ; 512 times through the low byte
                ldb     <VIA_int_flags
                stb     ,y+
                bra     *
