; read_nowhere: reads after the end of the image

                include "case.inc"
loop            jsr     Wait_Recal
                lda     $7FFF           ;! read-nowhere
                sta     $C8F0
                ldb     $C8F0
                bmi     loop
                jsr     Intensity_5F
                ldd     #$2020
                jsr     Dot_d
                bra     loop
