; read_nowhere: reads behind the image

                include "case.inc"
loop            jsr     Wait_Recal
                lda     $7FFF           ;! read-nowhere
                bra     loop
