; via_undriven_ok: reads it as an output

                include "case.inc"
loop            jsr     Wait_Recal
                lda     <VIA_port_a
                bra     loop
