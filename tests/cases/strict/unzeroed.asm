; unzeroed: the second routine moves from the end of the first one's lines

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     #$40
                sta     <VIA_t1_cnt_lo
                bsr     ship
                bsr     star
                bra     loop

; ship: draw a line
;   changes  A B X CC       keeps  Y U S DP
ship            ldd     #$2020
                jsr     Moveto_d
                clr     Vec_Misc_Count
                ldd     #$0030
                jsr     Draw_Line_d
                rts

; star: draw a dot
;   changes  A B X CC       keeps  Y U S DP
star            ldd     #$4040
                jsr     Dot_d           ;! unzeroed
                rts
