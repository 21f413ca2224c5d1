; unpolled_ok: the stick is read at the end of the loop; the buttons are written by the program

                include "case.inc"
                lda     #1
                sta     Vec_Buttons
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     Vec_Joy_1_X
                bmi     left
                lda     Vec_Buttons
                anda    #1
                bne     left
                ldd     #$1010
                jsr     Dot_d
                bra     sticks
left            ldd     #$10F0
                jsr     Dot_d
sticks          jsr     Joy_Digital
                bra     loop
