; handler_ok: with a handler

                include "case.inc"
                lda     #$7E
                sta     $CBF8
                ldd     #handle
                std     $CBF9
loop            jsr     Wait_Recal
                lda     #$A0
                sta     <VIA_int_enable
                andcc   #$EF
                orcc    #$10
                lda     #$20
                sta     <VIA_int_enable
                bra     loop
handle          lda     <VIA_int_flags
                sta     <VIA_int_flags
                lda     #$20
                sta     <VIA_int_enable
                rti
