; signed: a comparison with an unsigned number, and a branch on signed conditions

                include "case.inc"
                clr     >$C880
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                inc     >$C880
                lda     >$C880
                cmpa    #200            ;! signed
                blt     small
                clr     >$C880
small           lda     #$10
                ldb     #$10
                jsr     Dot_d
                bra     loop
