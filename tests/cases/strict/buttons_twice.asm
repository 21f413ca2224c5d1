; buttons_twice: the second call of Read_Btns finds no press

                include "case.inc"
                clr     >$C880
loop            jsr     Wait_Recal
                jsr     Read_Btns
                lda     Vec_Buttons
                anda    #1
                beq     second
                inc     >$C880
second          jsr     Read_Btns       ;! buttons-twice
                lda     Vec_Buttons
                anda    #2
                beq     show
                inc     >$C880
show            jsr     Intensity_5F
                ldd     #$1010
                jsr     Dot_d
                bra     loop
