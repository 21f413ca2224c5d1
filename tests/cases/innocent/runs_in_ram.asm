; runs_in_ram: code is copied to RAM, changed there, and run

                include "../strict/case.inc"
                ldx     #original
                ldu     #$C900
copy            lda     ,x+
                sta     ,u+
                cmpx    #behind
                bne     copy
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                inc     $C901           ; the operand of its LDA
                jsr     $C900
                bra     loop

original        lda     #0
                ldb     #20
                jmp     Dot_d
behind          fcb     0
