; no_refresh: a loop that never waits for a frame starts while a tune is playing

                include "case.inc"
                lda     #1
                sta     >Vec_Music_Flag
                lda     #5
                sta     >$C880
tune            jsr     DP_to_C8
                setdp   $C8
                ldu     #$FD0D
                jsr     Init_Music_chk
                jsr     Wait_Recal
                setdp   $D0
                jsr     Do_Sound
                dec     >$C880
                bne     tune
loop            jsr     Reset0Ref
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Dot_d
                bra     loop            ;! no-refresh
