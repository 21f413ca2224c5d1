; question: Is register 15 the same port as register 1?
; real: 90 90 60 60
; source: [R6522 port A] it is, without effect on the control lines

                include "case.inc"

                set_to  $FF,VIA_DDR_a
                set_to  $5A,VIA_port_a
                ldb     <VIA_port_a_nohs
                stb     ,y+
                ldb     <VIA_port_a
                stb     ,y+
                set_to  $3C,VIA_port_a_nohs
                ldb     <VIA_port_a_nohs
                stb     ,y+
                ldb     <VIA_port_a
                stb     ,y+
                bra     *
