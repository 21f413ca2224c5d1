; hangs_ok: it calculates for a long time with a dark screen, then waits for T1, which runs

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldy     #4
long            ldx     #0
think           leax    -1,x
                bne     think
                leay    -1,y
                bne     long
                jsr     Wait_Recal
                ldd     #$2020
                jsr     Moveto_d
                lda     #$7F
                sta     <VIA_t1_cnt_lo
                clr     <VIA_t1_cnt_hi
                lda     #$40
wait            bita    <VIA_int_flags
                beq     wait
                bra     loop
