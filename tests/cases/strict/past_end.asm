; past_end: a loop runs past the end of a table into code

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldx     #places
                ldb     #3
draw            pshs    b
                ldd     ,x              ;! past-end
                bsr     dot
                jsr     Reset0Ref
                puls    b
                leax    2,x
                decb
                bne     draw
                bra     loop
places          fcb     10,10,20,20
dot             pshs    x
                jsr     Dot_d
                puls    x,pc
