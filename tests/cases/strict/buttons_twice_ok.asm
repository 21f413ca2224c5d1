; buttons_twice_ok: one call for all buttons; another one after a frame of its own

                include "case.inc"
                clr     >$C880
loop            jsr     Wait_Recal
                jsr     Read_Btns
                lda     Vec_Buttons
                anda    #1
                beq     second
                inc     >$C880
second          lda     Vec_Buttons
                anda    #2
                beq     show
                inc     >$C880
show            jsr     Intensity_5F
                ldd     #$1010
                jsr     Dot_d
                jsr     Wait_Recal
                jsr     Read_Btns
                jsr     Intensity_5F
                ldd     #$2010
                jsr     Dot_d
                bra     loop
