; question: Does T2 count a fall of PB6 that a change of DDRB makes?
; real: 9 8 8
; source: [VIA 14] it counts the pin, high while it is an input with nothing connected

                include "case.inc"

                set_to  $20,VIA_aux_cntl
                start_t2 9
                ldb     <VIA_t2_lo
                stb     ,y+
                set_to  $40,VIA_DDR_b   ; ORB is 0
                ldb     <VIA_t2_lo
                stb     ,y+
                set_to  $00,VIA_DDR_b
                ldb     <VIA_t2_lo
                stb     ,y+
                bra     *
