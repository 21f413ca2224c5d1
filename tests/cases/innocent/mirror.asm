; mirror: a ROM of 4 KiB repeats from $1000 on; the program reads the copies and runs them

                include "../strict/case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     table+$1000
                ldb     table+$2001
                jsr     dot+$3000
                bra     loop
dot             jmp     Dot_d
table           fcb     30,40
                org     $0FFF
                fcb     $FF
