; unzeroed_ok: each routine begins at the centre, or where a routine that only moved has left the beam

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     #$40
                sta     <VIA_t1_cnt_lo
                bsr     place
                bsr     ship
                jsr     Reset0Ref
                bsr     star
                bsr     last
                bsr     last            ; the same routine: a row of dots
                bra     loop

; place: move to the ship
;   changes  A B X CC       keeps  Y U S DP
place           ldd     #$2020
                jsr     Moveto_d
                rts

; ship: draw two lines, the second one by a routine of its own
;   changes  A B X CC       keeps  Y U S DP
ship            clr     Vec_Misc_Count
                ldd     #$0030
                jsr     Draw_Line_d
                bsr     wing
                rts

; wing: draw a line
;   changes  A B X CC       keeps  Y U S DP
wing            clr     Vec_Misc_Count
                ldd     #$3000
                jsr     Draw_Line_d
                rts

; star: draw a dot
;   changes  A B X CC       keeps  Y U S DP
star            ldd     #$4040
                jsr     Dot_d
                jsr     Reset0Ref
                rts

; last: draw another
;   changes  A B X CC       keeps  Y U S DP
last            ldd     #$C0C0
                jsr     Dot_d
                rts
