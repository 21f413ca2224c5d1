; unpromised_ok: a preserved register is used; values are tested after the calls; the flags of Random are
; those of its result

                include "case.inc"
                ldy     #10
                sty     $C880
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     $C880
                jsr     Dot_d
                ldy     #texts
                ldu     #text
                jsr     Print_Str_yx
                ldu     ,y
                jsr     Joy_Digital
                lda     Vec_Joy_1_X
                beq     centre
                ldd     #$2020
                bra     show
centre          ldd     #$3030
show            std     $C882
                jsr     Intensity_5F
                ldd     $C882
                jsr     Dot_d
                jsr     Read_Btns
                tsta
                beq     chance
                ldd     #$5020
                jsr     Dot_d
chance          jsr     Random
                bmi     loop
                ldd     #$6020
                jsr     Dot_d
                bra     loop
texts           fdb     text
text            fcb     10,-40,"HI",$80
