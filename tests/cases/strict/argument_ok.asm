; argument_ok: decimal digits; a size below $8000

                include "case.inc"
                ldx     #$C880
                jsr     Clear_Score
                ldx     #$C890
                ldd     #$0010
                jsr     Clear_x_d
loop            jsr     Wait_Recal
                ldx     #$C880
                ldd     #$0010
                jsr     Add_Score_d
                lda     #99
                jsr     Add_Score_a
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Dot_d
                bra     loop
