; ram_unset_ok: set before

                include "case.inc"
                clr     $C8F0
                clr     $C8F1
                clr     $C8F2
loop            jsr     Wait_Recal
                lda     $C8F0
                ldx     $C8F1
                bra     loop
