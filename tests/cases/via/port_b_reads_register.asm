; question: What does a read of ORB give?
; real: 20 84 64 20
; source: [R6522 port B] ORB where DDRB says output, the pin elsewhere: PB6 is high, unconnected

                include "case.inc"

                set_to  $9F,VIA_DDR_b
                set_to  $14,VIA_port_b
                bsr     look
                ldb     <VIA_port_b
                andb    #$DF            ; without the comparator
                stb     ,y+
                set_to  $80,VIA_DDR_b
                set_to  $54,VIA_port_b
                ldb     <VIA_port_b
                andb    #$C0
                stb     ,y+
                set_to  $9F,VIA_DDR_b
                bsr     look
                bra     *

look            ldb     <VIA_port_b
                andb    #$9F
                stb     ,y+
                rts
