; ay_bus: writes to the sound chip without latching a register again

                include "case.inc"
loop            jsr     Wait_Recal
                lda     #8
                sta     <VIA_port_a
                ldb     #$19
                stb     <VIA_port_b
                ldb     #$11
                stb     <VIA_port_b     ;! ay-bus
                ldb     #$01
                stb     <VIA_port_b
                bra     loop
