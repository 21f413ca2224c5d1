; half_is_used: a routine gets a register of which only one half is used later
;
; Intensity_a leaves B undefined.  Abs_a_b changes A and B, and only A is used.

                include "../strict/case.inc"
value           equ     $C880
                lda     #-20
                sta     value
loop            jsr     Wait_Recal
                lda     #$5F
                jsr     Intensity_a
                lda     value
                jsr     Abs_a_b
                cmpa    #20
                bne     wrong
                ldb     #10
                jsr     Dot_d
                bra     loop
wrong           jsr     Wait_Recal
                bra     wrong
