; question: What does input latching hold, and until when?
; button: down at 300, up at 900
; real: 90 51 51
; source: [R6522 ACR] the pins at CA1's edge, until the flag is cleared, as by reading ORA

                include "case.inc"

                set_to  $01,VIA_aux_cntl
                set_to  $FF,VIA_DDR_a
                set_to  $5A,VIA_port_a_nohs
                pause   400
                set_to  $33,VIA_port_a_nohs
                bsr     look
                ldb     <VIA_port_a     ; the latch once more, and clears
                bsr     look
                set_to  $00,VIA_aux_cntl
                bsr     look
                bra     *

look            ldb     <VIA_port_a_nohs
                stb     ,y+
                rts
