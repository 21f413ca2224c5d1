; no_rts.asm: a routine without RTS runs into the picture after it

                include "vectrex.inc"
                fcc     "g GCE 2026"
                fcb     $80
                fdb     $FD0D
                fcb     $F8,$50,$20,-$50
                fcc     "ALIEN"
                fcb     $80,0
                setdp   $D0
main            jsr     Wait_Recal
                bsr     light
                ldd     #0
                jsr     Moveto_d_7F
                lda     #$20
                sta     <VIA_t1_cnt_lo
                ldx     #alien
                jsr     Draw_VLp
                bra     main

light           lda     #$5F
                jsr     Intensity_a     ;! runs-data
alien           fcb     $FF,20,0,$FF,0,20,$FF,-20,0,$FF,0,-20,1
