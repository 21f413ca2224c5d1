; figure.asm: three lines and a dark move

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
                ldd     #-40*256+(-60&$FF)
                jsr     Moveto_d_7F
                lda     #$7F
                sta     <VIA_t1_cnt_lo
                ldx     #lines
                jsr     Draw_VLc
                jsr     Reset0Ref
                bra     main

lines           fcb     2
                fcb     90,30,0,60,-90,30
