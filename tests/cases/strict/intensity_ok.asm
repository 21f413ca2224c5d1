; intensity_ok: the caller sets it, or a routine that draws nothing, and both draw with it

                include "case.inc"
loop            jsr     Wait_Recal
                bsr     bright
                bsr     dot
                bsr     dot
                lda     #$3F
                jsr     Intensity_a
                bsr     dot
                bsr     dot
                bra     loop

; bright: set the brightness
;   changes  A CC           keeps  B X Y U S DP
bright          lda     #$5F
                jsr     Intensity_a
                rts

; dot: draw the dot
;   changes  A B X CC       keeps  Y U S DP
dot             ldd     #$0810
                jsr     Dot_d
                rts
