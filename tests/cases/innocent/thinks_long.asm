; thinks_long: sometimes no frame for a second, with nothing drawn; then frames as before

                include "../strict/case.inc"
                clr     $C880
loop            jsr     Wait_Recal
                inc     $C880
                lda     $C880
                cmpa    #20
                bne     loop
                clr     $C880
                ldx     #0
                lda     #4
think           leax    -1,x
                bne     think
                deca
                bne     think
                bra     loop
