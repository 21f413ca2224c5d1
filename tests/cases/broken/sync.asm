; sync: SYNC as a wait for the next frame, although no interrupt is enabled

                include "../strict/case.inc"
main            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$2020
                jsr     Dot_d
                jsr     Reset0Ref
                sync                            ;! hangs
                bra     main
