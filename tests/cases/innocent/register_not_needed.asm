; register_not_needed: values left in registers by a routine are saved and copied, but not used

                include "../strict/case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$2020
                jsr     Dot_d
                pshs    a,b,x
                jsr     Reset0Ref
                puls    a,b,x
                stx     $C8F0
                tfr     a,b
                ldd     #$1010
                jsr     Dot_d
                bra     loop
