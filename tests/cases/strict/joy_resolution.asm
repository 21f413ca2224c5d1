; joy_resolution: $80 is no resolution of Joy_Analog, although it looks like the coarsest one

                include "case.inc"
                lda     #$80
                sta     Vec_Joy_Resltn  ;! joy-resolution
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                jsr     Joy_Analog
                ldd     Vec_Joy_1_X
                jsr     Dot_d
                bra     loop
