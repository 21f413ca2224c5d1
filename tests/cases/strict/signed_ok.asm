; signed_ok: an unsigned branch after an unsigned number, a signed one after a signed number

                include "case.inc"
                clr     >$C880
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                inc     >$C880
                lda     >$C880
                cmpa    #200
                blo     small
                clr     >$C880
small           cmpa    #-100
                bgt     show
                cmpa    #$C0
                blt     show
                nop
show            lda     #$10
                ldb     #$10
                jsr     Dot_d
                bra     loop
