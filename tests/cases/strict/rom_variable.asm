; rom_variable: the number of lives is kept in a cell of the buttons

                include "case.inc"
lives           equ     $C811
                lda     #3
                sta     lives
loop            jsr     Wait_Recal
                jsr     Read_Btns
                jsr     Intensity_5F
                lda     lives           ;! rom-variable
                ldb     #$10
                jsr     Dot_d
                bra     loop
