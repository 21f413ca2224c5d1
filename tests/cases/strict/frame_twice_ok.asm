; frame_twice_ok: two calls, each with its picture; a dark pause; a loop that draws in every other
; frame on purpose

                include "case.inc"
                lda     #60
                sta     >$C880
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Dot_d
                jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$2020
                jsr     Dot_d
                dec     >$C880
                bne     loop
blinks          jsr     Wait_Recal
                inc     >$C880
                lda     >$C880
                anda    #1
                beq     blinks
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Dot_d
                bra     blinks
