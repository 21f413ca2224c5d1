; unpolled: the stick and the buttons are used, but nothing reads them

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     Vec_Joy_1_X     ;! unpolled
                bmi     left
                lda     Vec_Buttons     ;! unpolled
                anda    #1
                bne     left
                ldd     #$1010
                jsr     Dot_d
                bra     loop
left            ldd     #$10F0
                jsr     Dot_d
                bra     loop
