; question: Does a switch to free-running, after the shot, arm T1 again?
; real: 0
; source: [VIA 4] it does not

                include "case.inc"

                start_t1 8
                pause   40
                set_to  $40,VIA_int_flags
                set_to  $40,VIA_aux_cntl
                pause   100
                ldb     <VIA_int_flags
                stb     ,y+
                bra     *
