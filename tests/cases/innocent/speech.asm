; speech: samples, and pauses that are drawn, without frames

                include "../strict/case.inc"
main            jsr     Wait_Recal
                jsr     DP_to_D0
                lda     #8
                ldb     #8
                jsr     Sound_Byte
                lda     #8
                ldb     #0
                jsr     Sound_Byte              ; silent again, then speech through the DAC
speak           jsr     Intensity_5F
                ldd     #$2020
                jsr     Dot_d
                jsr     Reset0Ref
                ldx     #2000                   ; 2,000 samples
sample          tfr     x,d
                stb     <VIA_port_a
                lda     #6
                sta     <VIA_port_b
                inc     <VIA_port_b
                leax    -1,x
                bne     sample
                ldy     #40                     ; a pause between two words: the picture goes on
pause           jsr     Intensity_5F
                ldd     #$2020
                jsr     Dot_d
                jsr     Reset0Ref
                ldx     #200
wait            leax    -1,x
                bne     wait
                leay    -1,y
                bne     pause
                bra     speak
