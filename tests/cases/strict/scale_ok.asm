; scale_ok: the program sets the scale, or calls routines that set it; text needs none

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldu     #words
                jsr     Print_Str_yx
                jsr     Reset0Ref
                lda     #$FF
                sta     <VIA_t1_cnt_lo
                ldd     #0
                jsr     Moveto_d
                ldx     #square
                jsr     Draw_VLc
                jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #0
                jsr     Moveto_d
                ldx     #scaled
                jsr     Draw_VLcs
                jsr     Reset0Ref
                jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$1010
                jsr     Moveto_d_7F
                ldx     #square
                jsr     Draw_VLc
                bra     loop

words           fcb     $20,-$40
                fcc     "AT ANY SCALE"
                fcb     $80
scaled          fcb     3,$40
                fcb     0,30
                fcb     -30,0
                fcb     0,-30
                fcb     30,0
square          fcb     3
                fcb     0,30
                fcb     -30,0
                fcb     0,-30
                fcb     30,0
