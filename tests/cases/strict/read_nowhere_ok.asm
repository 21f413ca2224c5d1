; read_nowhere_ok: reads its last byte

                include "case.inc"
loop            jsr     Wait_Recal
                lda     last
                bra     loop
last            fcb     1
