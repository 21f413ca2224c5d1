; question: Does a rise of PB6, or a write that leaves it low, count?
; real: 9 9 8
; source: [VIA 14] [R6522 T2] only falls count

                include "case.inc"

                set_to  $40,VIA_DDR_b
                set_to  $00,VIA_port_b
                set_to  $20,VIA_aux_cntl
                start_t2 9
                set_to  $00,VIA_port_b  ; low as before
                ldb     <VIA_t2_lo
                stb     ,y+
                set_to  $40,VIA_port_b  ; rises
                ldb     <VIA_t2_lo
                stb     ,y+
                set_to  $00,VIA_port_b  ; falls
                ldb     <VIA_t2_lo
                stb     ,y+
                bra     *
