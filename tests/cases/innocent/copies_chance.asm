; copies_chance: blocks of RAM are copied that contain bytes that were never written

                include "../strict/case.inc"
                clr     $C8F0
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldu     #$C8F1
                ldx     #$C930
                lda     #16
                jsr     Move_Mem_a
                ldd     $C934           ; saved and restored
                pshs    d,x
                puls    d,x
                std     $C934
                lda     $C938           ; these bits are masked out
                anda    #0
                ldb     $C8F0
                jsr     Dot_d
                bra     loop
