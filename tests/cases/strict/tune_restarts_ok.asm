; tune_restarts_ok: Vec_Music_Flag is set again when the tune has ended

                include "case.inc"
loop            lda     >Vec_Music_Flag
                bne     plays
                inc     >Vec_Music_Flag
plays           jsr     DP_to_C8
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
