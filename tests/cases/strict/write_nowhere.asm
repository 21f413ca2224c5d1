; write_nowhere: a variable where nothing is

                include "case.inc"
loop            jsr     Wait_Recal
                lda     #1
                sta     $C000           ;! write-nowhere
                bra     loop
