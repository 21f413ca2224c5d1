; via_undriven_ok: reads it as an output, or uses only the bits that are outputs

                include "case.inc"
loop            jsr     Wait_Recal
                lda     <VIA_port_a
                bmi     loop
                ldb     #$0F
                stb     <VIA_DDR_a
                lda     <VIA_port_a
                ldb     #$FF
                stb     <VIA_DDR_a
                anda    #$08
                bne     loop
                bra     loop
