; lost_ok: the routine uses A, returns it, or saves it

                include "case.inc"
                clr     $C880
loop            jsr     Wait_Recal
                lda     #$5F
                bsr     count
                jsr     Intensity_a
                lda     #$20
                bsr     half
                tfr     a,b
                jsr     Dot_d
                bra     loop

count           pshs    a
                lda     $C880
                inca
                sta     $C880
                puls    a,pc

half            lsra
                rts
