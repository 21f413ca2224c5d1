; stack_grows_ok: all pushed bytes are pulled; a search on a separate stack goes deeper and deeper

                include "case.inc"
                lds     #$CBEA
                ldx     #$C9F0
                stx     $C880
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     #$10
                pshs    a
                ldb     ,s
                jsr     Dot_d
                puls    a
                sts     $C882
                lds     $C880
                pshs    a
                sts     $C880
                lds     $C882
                bra     loop
