; rate: a refresh of 25,000 cycles

                include "case.inc"
                ldd     #$A861
                std     Vec_Rfrsh
loop            jsr     Wait_Recal      ;! rate
                bra     loop
