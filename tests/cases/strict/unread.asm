; unread: the wrong register is loaded, and written again before it is read

                include "case.inc"
                lda     #$40
                sta     $C880
loop            jsr     Wait_Recal
                ldx     #5              ;! unread
                lda     $C880
                jsr     Intensity_a
                jsr     place
                jsr     Dot_d
                bra     loop

; place: say where the dot is
;   in       none
;   out      D = y, x
;   changes  A B X CC           keeps  Y U DP S
place           ldb     #$20
                ldx     #9              ;! unread
                lda     #$20
                rts
