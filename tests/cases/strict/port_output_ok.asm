; port_output_ok: silence without changing the port

                include "case.inc"
                lda     #7
                ldb     #$3F
                jsr     Sound_Byte
loop            jsr     Wait_Recal
                jsr     Read_Btns
                jsr     Intensity_5F
                lda     Vec_Buttons
                ldb     #$10
                jsr     Dot_d
                bra     loop
