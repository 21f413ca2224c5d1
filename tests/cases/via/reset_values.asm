; question: What do the registers read as after /RES?
; real: 0 0 0 0 0 128
; source: [R6522 RES] DDRB, DDRA, ACR, PCR and IFR are 0, IER has nothing enabled

                include "case.inc"

                ldd     <VIA_DDR_b
                std     ,y++
                ldd     <VIA_aux_cntl
                std     ,y++
                ldd     <VIA_int_flags
                std     ,y++
                bra     *
