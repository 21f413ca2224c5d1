; random_seed: the contents of RAM at power-on seed Random, as the interface of the ROM documents

                include "../strict/case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                jsr     Random
                anda    #$3F
                ldb     #20
                jsr     Dot_d
                bra     loop
