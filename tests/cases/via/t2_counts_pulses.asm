; question: How many falls of PB6 does T2 count before its flag is set?
; real: 2 0 0 0 255 32
; source: [VIA 14] N + 1: [R6522 T2] the flag is set when it counts down past zero

                include "case.inc"

                set_to  $40,VIA_DDR_b
                set_to  $40,VIA_port_b
                set_to  $20,VIA_aux_cntl
                start_t2 3
                bsr     pulse
                ldd     <VIA_t2_lo      ; a read of T2C-L clears the flag, which is not set
                sta     ,y+
                bsr     flags
                bsr     pulse
                bsr     pulse
                ldb     <VIA_t2_lo
                stb     ,y+
                bsr     flags
                bsr     pulse
                ldb     <VIA_t2_hi
                stb     ,y+
                bsr     flags
                bra     *

pulse           clr     <VIA_port_b
                set_to  $40,VIA_port_b
                rts

flags           ldb     <VIA_int_flags
                stb     ,y+
                rts
