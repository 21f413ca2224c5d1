; question: Where is mode 4 after thirteen shifts?
; real: 48
; source: [VIA 21, 16] beyond eight: the k-th is at t + N + 4 + 2 (k - 1) (N + 2)

                include "case.inc"

                start_t2 $00FF
                ldb     #$81
                stb     <VIA_shift_reg
                set_to  $10,VIA_aux_cntl
                start_t2 20             ; t; the 13th shift at t + 552, the 14th at t + 596
                pause   560             ; takes 563
                ldb     <VIA_shift_reg
                stb     ,y+
                bra     *
