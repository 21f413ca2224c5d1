; list_rest_ok: all lines of the list, and two lists with one label

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Moveto_d_7F
                lda     #$20
                sta     <VIA_t1_cnt_lo
                ldx     #square
                jsr     Draw_VLc
                jsr     Reset0Ref
                ldd     #$1010
                jsr     Moveto_d_7F
                lda     #$20
                sta     <VIA_t1_cnt_lo
                ldx     #two
                jsr     Draw_VLc
                jsr     Draw_VLc
                bra     loop
square          fcb     3
                fcb     0,50
                fcb     -50,0
                fcb     0,-50
                fcb     50,0
two             fcb     0,20,20
                fcb     1,0,-20,-20,0
next            fcb     0
