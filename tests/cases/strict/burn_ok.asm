; burn_ok: it is dark

                include "case.inc"
loop            jsr     Wait_Recal
                ldx     #600
rest            leax    -1,x
                bne     rest
                jsr     Intensity_5F
                jsr     Reset0Ref
                ldd     #$1010
                jsr     Moveto_d_7F
                lda     #$FF
                sta     <VIA_shift_reg
                clr     <VIA_shift_reg
                bra     loop
