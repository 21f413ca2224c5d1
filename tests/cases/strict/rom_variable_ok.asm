; rom_variable_ok: the number of lives is kept in the program's RAM; the cell of the ROM is used as
; the ROM fills it, and a program that plays by itself writes it

                include "case.inc"
lives           equ     $C880
                lda     #3
                sta     lives
loop            jsr     Wait_Recal
                jsr     Read_Btns
                jsr     Intensity_5F
                lda     lives
                ldb     #$10
                jsr     Dot_d
                lda     Vec_Buttons
                ldb     #$20
                jsr     Dot_d
                lda     #1
                sta     Vec_Buttons
                bra     loop
