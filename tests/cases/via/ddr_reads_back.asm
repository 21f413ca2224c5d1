; question: Do the direction registers read back, each on its own?
; real: 90 195 90 60
; source: [R6522 DDR] they are plain registers

                include "case.inc"

                ldd     #$5AC3
                std     <VIA_DDR_b
                ldd     <VIA_DDR_b
                std     ,y++
                set_to  $3C,VIA_DDR_a
                ldd     <VIA_DDR_b
                std     ,y++
                bra     *
