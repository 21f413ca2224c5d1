; setdp: SETDP says $D0, DP is $C8

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     DP_to_C8
                lda     #$7F
                sta     <VIA_port_a     ;! setdp
                jsr     DP_to_D0
                bra     loop
