; pull_order: two bytes are pushed one after the other, and pulled as a word

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$1030
                pshs    a
                pshs    b
                puls    d               ;! pull-order
                jsr     Dot_d
                bra     loop
