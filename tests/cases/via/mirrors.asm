; question: Where between D000 and D7FF does the VIA answer?
; real: 90 90 195 195
; source: [service manual] everywhere, sixteen addresses at a time: only A0 to A3 reach it

                include "case.inc"

                set_to  $5A,VIA_DDR_a
                ldb     >$D013
                stb     ,y+
                ldb     >$D7F3
                stb     ,y+
                lda     #$C3
                sta     >$D483
                ldb     <VIA_DDR_a
                stb     ,y+
                ldb     >$D403
                stb     ,y+
                bra     *
