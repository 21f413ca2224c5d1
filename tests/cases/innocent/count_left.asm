; count_left: uses the count in Vec_Misc_Count that a routine of the ROM has left
;
; Draw_VLc counts Vec_Misc_Count down to 0, and the program draws a line only while it is 0.

                include "../strict/case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     #$40
                sta     <VIA_t1_cnt_lo
                ldd     #$1010
                jsr     Moveto_d
                ldx     #square
                jsr     Draw_VLc
                jsr     Reset0Ref
                ldd     #$2020
                jsr     Moveto_d
                lda     Vec_Misc_Count
                bne     loop
                ldd     #$0030
                jsr     Draw_Line_d
                bra     loop

square          fcb     3
                fcb     0,30
                fcb     -30,0
                fcb     0,-30
                fcb     30,0
