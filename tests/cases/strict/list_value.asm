; list_value: a coordinate above 127

                include "case.inc"
wide            equ     150
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Moveto_d_7F
                lda     #$20
                sta     <VIA_t1_cnt_lo
                ldx     #line
                jsr     Draw_VLc        ;! list-value
                jsr     Reset0Ref
                ldd     #$1010
                jsr     Moveto_d_7F
                lda     #$20
                sta     <VIA_t1_cnt_lo
                ldx     #packet
                jsr     Draw_VLp        ;! list-value
                bra     loop
line            fcb     1
                fcb     200,0
                fcb     0,100
packet          fcb     $FF,20,wide
                fcb     1
