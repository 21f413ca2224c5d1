; pull_order_ok: the low byte is pushed first, and pulled as a word

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$1030
                pshs    b
                pshs    a
                puls    d
                jsr     Dot_d
                bra     loop
