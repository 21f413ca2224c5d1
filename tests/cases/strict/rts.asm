; rts: RTS with something still pushed

                include "case.inc"
loop            jsr     Wait_Recal
                bsr     light
                bra     loop
light           lda     #$5F
                ldx     #$C880
                pshs    x
                jsr     Intensity_a
                rts                     ;! rts
