; zero_short_ok: for forty

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$6060
                jsr     Moveto_d_7F
                lda     #$CC
                sta     <VIA_cntl
                mul
                mul
                mul
                mul
                mul
                mul
                lda     #$CE
                sta     <VIA_cntl
                jsr     Dot_here
                jsr     Reset0Ref
                bra     loop
