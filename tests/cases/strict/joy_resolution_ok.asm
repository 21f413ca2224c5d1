; joy_resolution_ok: $40 is the coarsest one; Joy_Digital reads no resolution

                include "case.inc"
                lda     #$40
                sta     Vec_Joy_Resltn
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                jsr     Joy_Analog
                lda     #3
                sta     Vec_Joy_Resltn
                jsr     Joy_Digital
                lda     #$40
                sta     Vec_Joy_Resltn
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Dot_d
                bra     loop
