; read_nowhere_ok: reads its last byte, and the one after it, whose value is not used

                include "case.inc"
loop            jsr     Wait_Recal
                lda     last
                bmi     loop
                ldd     last
                tsta
                bmi     loop
                bra     loop
last            fcb     1
