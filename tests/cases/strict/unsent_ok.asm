; unsent_ok: Do_Sound sends them; a driver writes both the chip and the shadow

                include "case.inc"
                lda     #$3E
                sta     >$C845
                lda     #$0F
                sta     >$C844
loop            jsr     Wait_Recal
                jsr     Do_Sound
                lda     #9
                ldb     #5
                stb     >$C809
                jsr     Sound_Byte_raw
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Dot_d
                bra     loop
