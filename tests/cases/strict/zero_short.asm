; zero_short: zeroing for eight cycles after a far move

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$6060
                jsr     Moveto_d_7F
                lda     #$CC
                sta     <VIA_cntl
                mul
                lda     #$CE
                sta     <VIA_cntl       ;! zero-short
                jsr     Dot_here
                jsr     Reset0Ref
                bra     loop
