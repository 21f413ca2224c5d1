; question: Do accesses to the ports set flags in the handshake and pulse modes?
; real: 0 0
; source: [R6522 PCR] they move CA2 and CB2, which are outputs there

                include "case.inc"

                set_to  $88,VIA_cntl
                bsr     use
                set_to  $AA,VIA_cntl
                bsr     use
                bra     *

use             set_to  $00,VIA_port_a
                set_to  $00,VIA_port_b
                ldb     <VIA_port_a
                pause   40
                ldb     <VIA_int_flags
                stb     ,y+
                rts
