; hangs: T1's flag is cleared after the line, and then the program waits for it

                include "case.inc"
                jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$2020
                jsr     Moveto_d
                lda     <VIA_t1_cnt_lo  ; clears the flag
                lda     #$40
wait            bita    <VIA_int_flags  ;! hangs
                beq     wait
loop            jsr     Wait_Recal
                bra     loop
