; question: What does port A read as with input latching on and no edge of CA1?
; real: 90 51
; source: [R6522 ACR] the pins, as without latching

                include "case.inc"

                set_to  $03,VIA_aux_cntl
                set_to  $FF,VIA_DDR_a
                set_to  $5A,VIA_port_a
                ldb     <VIA_port_a
                stb     ,y+
                set_to  $33,VIA_port_a
                ldb     <VIA_port_a
                stb     ,y+
                bra     *
