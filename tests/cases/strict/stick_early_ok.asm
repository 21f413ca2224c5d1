; stick_early_ok: some cycles later

                include "case.inc"
loop            jsr     Wait_Recal
                lda     #$80
                sta     <VIA_port_a
                mul
                mul
                ldb     <VIA_port_b
                lda     #$7F
                sta     <VIA_port_a
                mul
                mul
                ldb     <VIA_port_b
                bra     loop
