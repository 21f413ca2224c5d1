; question: What does CA1 set in the handshake mode of CA2?
; button: down at 200, up at 700
; real: 2 0
; source: [R6522 PCR] its own flag alone; writing ORA clears it

                include "case.inc"

                set_to  $08,VIA_cntl
                set_to  $00,VIA_port_a
                pause   400
                ldb     <VIA_int_flags
                stb     ,y+
                set_to  $00,VIA_port_a
                ldb     <VIA_int_flags
                stb     ,y+
                bra     *
