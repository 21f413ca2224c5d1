; kept: Y is used, which the ROM has not set when it starts the cartridge

                include "case.inc"
                leay    10,y            ;! kept
                sty     $C880
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     $C880
                jsr     Dot_d
                bra     loop
