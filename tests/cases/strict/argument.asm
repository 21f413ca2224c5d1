; argument: a score with a digit that is not decimal; too many bytes to clear

                include "case.inc"
                ldx     #$C880
                jsr     Clear_Score
                ldx     #$C890
                ldd     #$8010
                jsr     Clear_x_d       ;! argument
loop            jsr     Wait_Recal
                ldx     #$C880
                ldd     #10
                jsr     Add_Score_d     ;! argument
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Dot_d
                bra     loop
