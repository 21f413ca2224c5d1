; past_end_ok: it stops in time; a pointer may point past the end

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldx     #places
                ldb     #2
draw            pshs    b
                ldd     ,x++
                bsr     dot
                jsr     Reset0Ref
                puls    b
                decb
                bne     draw
                bra     loop
places          fcb     10,10,20,20
dot             pshs    x
                jsr     Dot_d
                puls    x,pc
