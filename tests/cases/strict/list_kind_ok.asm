; list_kind_ok: each routine gets its kind of list

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     #$20
                sta     <VIA_t1_cnt_lo
                ldd     #0
                jsr     Moveto_d
                ldx     #patterns
                jsr     Draw_VLp
                jsr     Reset0Ref
                ldd     #0
                jsr     Moveto_d
                ldx     #counted
                jsr     Draw_VLc
                jsr     Reset0Ref
                ldd     #0
                jsr     Moveto_d
                ldx     #counted
                jsr     Mov_Draw_VLc_a
                bra     loop
counted         fcb     3,10,0,0,10,-10,0,0,-10
patterns        fcb     0,10,0,$FF,0,10,$FF,-10,0,1
