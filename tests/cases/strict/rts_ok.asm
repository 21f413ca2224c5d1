; rts_ok: it is pulled; a return address is advanced

                include "case.inc"
loop            jsr     Wait_Recal
                bsr     light
                fcb     $5F
                bsr     other
                bra     loop
light           ldx     ,s
                lda     ,x+
                stx     ,s
                jsr     Intensity_a
                rts
other           ldx     #1
                pshs    x
                jsr     Intensity_5F
                puls    x,pc
