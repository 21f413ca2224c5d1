; question: What does T2 read as around a reload, while it clocks the shift register?
; real: 0 255 1 20
; source: [VIA 15] low 00, FF, then the latch; high goes down as low goes from 00 to FF

                include "case.inc"

                set_to  $14,VIA_aux_cntl
                start_t2 $0214          ; t
                wait    17
                ldb     <VIA_t2_lo      ; t + 21
                stb     ,y+
                start_t2 $0214
                wait    18
                ldd     <VIA_t2_lo      ; t + 22, t + 23
                std     ,y++
                start_t2 $0214
                wait    19
                ldb     <VIA_t2_lo      ; t + 23
                stb     ,y+
                bra     *
