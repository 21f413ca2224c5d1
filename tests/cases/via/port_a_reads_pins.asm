; question: What does a read of ORA give?
; real: 90 245 255 165
; source: [R6522 port A] the pins: outputs as written, inputs high with nothing that drives them

                include "case.inc"

                set_to  $FF,VIA_DDR_a
                set_to  $5A,VIA_port_a
                bsr     look
                set_to  $0F,VIA_DDR_a
                set_to  $05,VIA_port_a
                bsr     look
                set_to  $00,VIA_DDR_a
                set_to  $A5,VIA_port_a  ; stored, but not driven
                bsr     look
                set_to  $FF,VIA_DDR_a
                bsr     look
                bra     *

look            ldb     <VIA_port_a
                stb     ,y+
                rts
