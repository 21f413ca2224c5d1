; question: Who takes a write to D800-DFFF?
; real: 90 90 165 165
; source: [service manual] RAM and VIA are both selected

                include "case.inc"

                lda     #$5A
                sta     >$D903          ; DDRA, and C903
                ldb     <VIA_DDR_a
                lda     >$C903
                std     ,y++
                lda     #$A5
                sta     >$DFF3          ; DDRA, and CBF3
                ldb     <VIA_DDR_a
                lda     >$CBF3
                std     ,y++
                bra     *
