; y_hold: the Y hold is open for four cycles

                include "case.inc"
loop            jsr     Wait_Recal
                lda     #40
                sta     <VIA_port_a
                ldd     #$0001
                sta     <VIA_port_b
                stb     <VIA_port_b     ;! y-hold
                bra     loop
