; tune_restarts: Vec_Music_Flag is set in each frame

                include "case.inc"
loop            lda     #1
                sta     >Vec_Music_Flag ;! tune-restarts
                jsr     DP_to_C8
                setdp   $C8
                ldu     #$FD0D
                jsr     Init_Music_chk
                jsr     Wait_Recal
                setdp   $D0
                jsr     Do_Sound
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Dot_d
                bra     loop
