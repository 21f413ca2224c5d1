; question: Does a flag that is not enabled interrupt the CPU?
; real: 64
; source: [R6522 IER] it does not

                include "case.inc"

                set_to  $A0,VIA_int_enable
                andcc   #$EF
                start_t1 8
                pause   80
                ldb     <VIA_int_flags
                stb     ,y+
                bra     *

handler         ldb     #99
                stb     ,y+
                bra     *

                org     $FFF8
                fdb     handler
