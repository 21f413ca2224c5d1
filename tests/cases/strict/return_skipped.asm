; return_skipped: a routine pulls more than it pushed, and returns to its caller's caller

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                bsr     pair
                bra     loop

pair            bsr     dot             ; returns one call too far
                jsr     Dot_here
                rts

dot             ldd     #$2020
                jsr     Dot_d
                puls    d,pc            ;! return-skipped
