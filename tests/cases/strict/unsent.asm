; unsent: the sound registers are set in RAM, but nothing sends them

                include "case.inc"
                lda     #$3E
                sta     >$C845          ;! unsent
                lda     #$0F
                sta     >$C844
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Dot_d
                bra     loop
