; dark: a brightness of $80 or more

                include "case.inc"
loop            jsr     Wait_Recal
                lda     #$80
                jsr     Intensity_a     ;! dark
                ldd     #$1010
                jsr     Dot_d
                bra     loop
