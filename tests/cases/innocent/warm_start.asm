; warm_start: a mark in RAM distinguishes warm and cold starts; random contents mean a cold start

                include "../strict/case.inc"
                ldx     #$7321
                cmpx    $C8F0
                beq     warm
                clr     $C8F2           ; the best score so far
                stx     $C8F0
warm            equ     *
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     $C8F2
                ldb     #10
                jsr     Dot_d
                bra     loop
