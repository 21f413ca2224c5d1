; write_nowhere_ok: in RAM

                include "case.inc"
loop            jsr     Wait_Recal
                lda     #1
                sta     $C880
                bra     loop
