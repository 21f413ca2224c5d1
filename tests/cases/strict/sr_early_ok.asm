; sr_early_ok: 20 cycles apart

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     #$AA
                sta     <VIA_shift_reg
                brn     *
                brn     *
                brn     *
                brn     *
                brn     *
                brn     *
                sta     <VIA_shift_reg
                mul
                mul
                clr     <VIA_shift_reg
                bra     loop
