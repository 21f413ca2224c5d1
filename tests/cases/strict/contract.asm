; contract: a routine changes X, which its block lists under `keeps`

                include "case.inc"
loop            jsr     Wait_Recal
                bsr     step
                bra     loop

; step: count a frame
;   in       none
;   out      $C880 one more
;   changes  A CC           keeps  B X Y U S DP
step            ldx     #$C880          ;! contract
                lda     ,x
                inca
                sta     ,x
                rts
