; runs_nowhere_ok: jumps to a routine in RAM that it has written

                include "case.inc"
                lda     #$39
                sta     $C880
loop            jsr     Wait_Recal
                jsr     $C880
                bra     loop
