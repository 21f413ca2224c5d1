; lost: A is loaded, and a routine without a block destroys it before it is used

                include "case.inc"
                clr     $C880
loop            jsr     Wait_Recal
                lda     #$5F            ;! lost
                bsr     count
                jsr     Intensity_a
                ldd     #$2020
                jsr     Dot_d
                bra     loop

count           lda     $C880
                inca
                sta     $C880
                rts
