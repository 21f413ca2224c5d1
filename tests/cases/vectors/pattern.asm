; pattern.asm: one line with a pattern of the shift register

                include "vectrex.inc"
                fcc     "g GCE 2026"
                fcb     $80
                fdb     $FD0D
                fcb     $F8,$50,$20,-$50
                fcc     "COUNT"
                fcb     $80,0
                setdp   $D0
main            jsr     Wait_Recal
                jsr     Intensity_7F
                ldd     #-100
                jsr     Moveto_d_7F
                lda     #%11001100
                sta     Vec_Pattern
                lda     #$FF
                sta     <VIA_t1_cnt_lo
                ldx     #line
                jsr     Draw_Pat_VL
                jsr     Reset0Ref
                bra     main

line            fcb     0,100
