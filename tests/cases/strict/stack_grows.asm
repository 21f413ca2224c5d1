; stack_grows: each iteration of the main loop leaves a byte on the stack

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     #$10
                pshs    a               ;! stack-grows
                ldb     ,s
                jsr     Dot_d
                bra     loop
