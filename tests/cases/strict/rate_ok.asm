; rate_ok: of 30,000

                include "case.inc"
                ldd     #$3075
                std     Vec_Rfrsh
loop            jsr     Wait_Recal
                bra     loop
