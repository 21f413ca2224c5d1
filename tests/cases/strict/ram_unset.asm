; ram_unset: a variable that was never set

                include "case.inc"
loop            jsr     Wait_Recal
                lda     $C8F0           ;! ram-unset
                beq     loop
                ldx     $C8F1           ;! ram-unset
                lda     ,x
                bra     loop
