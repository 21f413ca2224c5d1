; scratch_below_s: bytes below the stack are used as scratch between two pushes

                include "../strict/case.inc"
loop            jsr     Wait_Recal
                lda     #5
                sta     -6,s
                ldb     -6,s
                bsr     use
                lda     #7
                sta     -6,s
                ldb     -6,s
                bra     loop
use             pshs    a,b,x,y
                puls    a,b,x,y,pc
