; ram_unset_ok: set before, or only copied, or masked out

                include "case.inc"
                clr     $C8F0
                clr     $C8F1
                clr     $C8F2
loop            jsr     Wait_Recal
                lda     $C8F0
                bne     loop
                ldx     $C8F1
                lda     ,x
                ldd     $C8F4           ; copied
                std     $C8F6
                lda     $C8F8           ; its lowest bit set, the others cleared
                ora     #1
                anda    #1
                beq     loop
                bra     loop
