; own_timer: waits for T2 itself, without Wait_Recal

                include "../strict/case.inc"
loop            lda     #$20
wait            bita    <VIA_int_flags
                beq     wait
                ldd     #$3075
                std     <VIA_t2_lo
                jsr     Recalibrate
                jsr     Intensity_5F
                ldd     #$2020
                jsr     Dot_d
                bra     loop
