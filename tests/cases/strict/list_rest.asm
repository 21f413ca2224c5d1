; list_rest: the count leaves out the last line

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Moveto_d_7F
                lda     #$20
                sta     <VIA_t1_cnt_lo
                ldx     #square
                jsr     Draw_VLc        ;! list-rest
                bra     loop
square          fcb     2
                fcb     0,50
                fcb     -50,0
                fcb     0,-50
                fcb     50,0
next            fcb     0
