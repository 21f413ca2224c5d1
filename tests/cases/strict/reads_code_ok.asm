; reads_code_ok: numbers with #, and data

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     #8
                ldb     place
                jsr     Dot_d
                bra     loop
place           fcb     8
