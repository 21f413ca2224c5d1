; question: Does a write to C800-CFFF reach the VIA?
; real: 0 90 90
; source: [service manual] RAM alone is selected, twice over

                include "case.inc"

                lda     #$5A
                sta     >$C903
                ldb     <VIA_DDR_a
                stb     ,y+
                ldb     >$CD03
                stb     ,y+
                ldb     >$C903
                stb     ,y+
                bra     *
