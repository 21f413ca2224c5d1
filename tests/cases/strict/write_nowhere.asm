; write_nowhere: a variable at an address without memory

                include "case.inc"
loop            jsr     Wait_Recal
                lda     #1
                sta     $C000           ;! write-nowhere
                bra     loop
