; list_value_ok: the largest coordinates, and bytes in hexadecimal

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Moveto_d_7F
                lda     #$20
                sta     <VIA_t1_cnt_lo
                ldx     #line
                jsr     Draw_VLc
                jsr     Reset0Ref
                ldd     #$1010
                jsr     Moveto_d_7F
                lda     #$20
                sta     <VIA_t1_cnt_lo
                ldx     #packet
                jsr     Draw_VLp
                bra     loop
line            fcb     1
                fcb     127,0
                fcb     -128,100
packet          fcb     $FF,20,$C0
                fcb     1
