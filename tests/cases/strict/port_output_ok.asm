; port_output_ok: silence without changing the port, and the port as an output between two readings,
; as for the 3D imager

                include "case.inc"
                lda     #7
                ldb     #$3F
                jsr     Sound_Byte
loop            jsr     Wait_Recal
                lda     #7
                ldb     #$7F
                jsr     Sound_Byte
                lda     #7
                ldb     #$3F
                jsr     Sound_Byte
                jsr     Read_Btns
                jsr     Intensity_5F
                lda     Vec_Buttons
                ldb     #$10
                jsr     Dot_d
                bra     loop
