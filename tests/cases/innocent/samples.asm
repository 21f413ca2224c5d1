; samples: after a tune the program sends samples to the DAC for a second, and draws meanwhile

                include "../strict/case.inc"
turns           equ     $C880
                lda     #1
                sta     >Vec_Music_Flag
                lda     #20
                sta     turns
tune            jsr     DP_to_C8
                setdp   $C8
                ldu     #$FD0D
                jsr     Init_Music_chk
                jsr     Wait_Recal
                setdp   $D0
                jsr     Do_Sound
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Dot_d
                dec     turns
                bne     tune
speak           ldx     #0
sample          jsr     Reset0Ref
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Dot_d
                lda     #$80
                sta     <VIA_port_b
                tfr     x,d
                lslb
                lslb
                stb     <VIA_port_a
                lda     #$06            ; the multiplexer's channel of the sound
                sta     <VIA_port_b
                ldb     #30
hold            decb
                bne     hold
                lda     #$81
                sta     <VIA_port_b
                leax    1,x
                cmpx    #8000
                bne     sample
                lda     #20
                sta     turns
                lda     #1
                sta     >Vec_Music_Flag
                bra     tune
