; tune.asm: A tune
;
; Store 1 in Vec_Music_Flag to start a tune. Init_Music_chk then plays one step per frame, with
; DP = $C8, and clears the flag at the end. Do_Sound sends the step to the chip, with DP = $D0. A
; tune consists of the address of an envelope, the address of a vibrato, and notes with their
; durations. A note plus $80 starts together with the next note; a duration of $80 ends the tune.

                include "vectrex.inc"
                org     0
                fcc     "g GCE 2026"
                fcb     $80
                fdb     $FEE6           ; no tune
                fcb     $F8,$50,0,-40
                fcc     "RECIPE"
                fcb     $80,0

                lda     #1
                sta     >Vec_Music_Flag
loop            jsr     DP_to_C8
                ldu     #tune
                jsr     Init_Music_chk
                jsr     Wait_Recal
                jsr     Do_Sound
                lda     >Vec_Music_Flag
                bne     loop
rest            jsr     Wait_Recal
                jsr     Do_Sound        ; silence
                bra     rest

tune            fdb     ADSR_FE28,Twang_flat
                fcb     $80+17,24,20    ; C and G for 20 frames
                fcb     $80+21,28,20    ; E and B
                fcb     29,40           ; C above
                fcb     63,$80          ; a rest, and the end
