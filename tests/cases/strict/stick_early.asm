; stick_early: reads the comparator directly after the DAC

                include "case.inc"
loop            jsr     Wait_Recal
                lda     #$80
                sta     <VIA_port_a
                lda     #$7F
                sta     <VIA_port_a
                ldb     <VIA_port_b     ;! stick-early
                clr     <VIA_port_a
                bra     loop
