; handler: interrupts allowed with no handler

                include "case.inc"
                clr     $CBF8
loop            jsr     Wait_Recal
                lda     #$A0
                sta     <VIA_int_enable
                andcc   #$EF            ;! handler
                orcc    #$10
                lda     #$20
                sta     <VIA_int_enable
                bra     loop
