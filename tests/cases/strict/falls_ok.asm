; falls_ok: it is intended, as a comment says; or a branch is not taken

                include "case.inc"
loop            jsr     Wait_Recal
                bsr     bright
                jsr     Reset0Ref
                jsr     Intensity_3F
                bsr     dot
                bra     loop

; bright: set the brightness and draw the dot
;   changes  A B X CC       keeps  Y U S DP
bright          lda     #$5F
                jsr     Intensity_a
; falls into dot

; dot: draw the dot
;   changes  A B X CC       keeps  Y U S DP
dot             ldd     #$2020
                jsr     Dot_d
                rts
