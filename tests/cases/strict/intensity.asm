; intensity: the second routine draws as brightly as the first one happened to

                include "case.inc"
loop            jsr     Wait_Recal
                bsr     first
                jsr     Reset0Ref
                bsr     second
                bra     loop

; first: draw a dot
;   changes  A B X CC       keeps  Y U S DP
first           lda     #$3F
                jsr     Intensity_a
                ldd     #$2020
                jsr     Dot_d
                rts

; second: draw another
;   changes  A B X CC       keeps  Y U S DP
second          ldd     #$4040
                jsr     Dot_d           ;! intensity
                rts
