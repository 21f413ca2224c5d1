; y_hold_ok: for six

                include "case.inc"
loop            jsr     Wait_Recal
                lda     #40
                sta     <VIA_port_a
                clr     <VIA_port_b
                inc     <VIA_port_b
                bra     loop
