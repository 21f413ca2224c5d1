; ay_bus_ok: as Sound_Byte does

                include "case.inc"
loop            jsr     Wait_Recal
                lda     #8
                sta     <VIA_port_a
                ldb     #$19
                stb     <VIA_port_b
                ldb     #$01
                stb     <VIA_port_b
                lda     #0
                sta     <VIA_port_a
                ldb     #$11
                stb     <VIA_port_b
                ldb     #$01
                stb     <VIA_port_b
                bra     loop
