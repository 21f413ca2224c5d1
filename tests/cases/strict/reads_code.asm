; reads_code: a number without #

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     8               ;! reads-code
                ldb     loop            ;! reads-code
                jsr     Dot_d
                bra     loop
