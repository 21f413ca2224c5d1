; sound_driver: writes the sound chip without the ROM, one register after the other

                include "../strict/case.inc"
loop            jsr     Wait_Recal
                ldx     #tone
next            lda     ,x+
                bmi     loop
                ldb     ,x+
                bsr     tell
                bra     next

tell            sta     <VIA_port_a     ; the register
                lda     #$19
                sta     <VIA_port_b     ; latch
                lda     #$01
                sta     <VIA_port_b
                stb     <VIA_port_a     ; its value
                lda     #$11
                sta     <VIA_port_b     ; write
                lda     #$01
                sta     <VIA_port_b
                rts

tone            fcb     0,$80,1,1,7,$3E,8,10,$FF
