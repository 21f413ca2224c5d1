; contract_ok: it saves X

                include "case.inc"
loop            jsr     Wait_Recal
                bsr     step
                bra     loop

; step: count a frame
;   in       none
;   out      $C880 one more
;   changes  A CC           keeps  B X Y U S DP
step            pshs    x
                ldx     #$C880
                lda     ,x
                inca
                sta     ,x
                puls    x,pc
