; random_seed: what RAM holds at power-on is the seed of Random, as the interface of the ROM says

                include "../strict/case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                jsr     Random
                anda    #$3F
                ldb     #20
                jsr     Dot_d
                bra     loop
