; falls: the RTS is missing

                include "case.inc"
loop            jsr     Wait_Recal
                bsr     bright
                jsr     Reset0Ref
                bsr     dot
                bra     loop

; bright: set the brightness
;   changes  A CC           keeps  B X Y U S DP
bright          lda     #$5F
                jsr     Intensity_a     ;! falls

; dot: draw the dot
;   changes  A B X CC       keeps  Y U S DP
dot             ldd     #$2020
                jsr     Dot_d
                rts
