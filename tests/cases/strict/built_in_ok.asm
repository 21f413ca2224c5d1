; built_in_ok: the same, written by the program itself

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                jsr     tables
                ldd     #$1010
                jsr     Dot_d
                bra     loop
tables          rts
