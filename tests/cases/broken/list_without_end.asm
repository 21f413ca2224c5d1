; list_without_end.asm: a list of vectors without its last byte

                include "vectrex.inc"
                fcc     "g GCE 2026"
                fcb     $80
                fdb     $FD0D
                fcb     $F8,$50,$20,-$50
                fcc     "HOUSE"
                fcb     $80,0
                setdp   $D0
main            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #-20*256+(-20&$FF)
                jsr     Moveto_d_7F
                lda     #$30
                sta     <VIA_t1_cnt_lo
                ldx     #house
                jsr     Draw_VLp        ;! list-end
                bra     main

house           fcb     $FF,40,0
                fcb     $FF,20,20
                fcb     $FF,-20,20
                fcb     $FF,-40,0
                fcb     $FF,0,-40

start           lda     #1
                sta     $C880
                rts
