; via_undriven: reads port A when it is an input and nothing drives it

                include "case.inc"
loop            jsr     Wait_Recal
                clr     <VIA_DDR_a
                lda     <VIA_port_a     ;! via-undriven
                ldb     #$FF
                stb     <VIA_DDR_a
                tsta
                bmi     loop
                bra     loop
