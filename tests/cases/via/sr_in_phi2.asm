; question: In which cycle after an access does mode 2 take its bits in?
; real: 1 3 0 4 255
; source: [VIA 18] CB2, high with nothing to pull it down, at t + 3, t + 5, ..., t + 17

                include "case.inc"

                clra
                sta     <VIA_shift_reg
                ldb     #$08
                stb     <VIA_aux_cntl
                sta     <VIA_shift_reg  ; t
                ldb     <VIA_shift_reg  ; t + 4
                stb     ,y+
                wait    40
                sta     <VIA_shift_reg  ; t
                ldb     >VIA_shift_reg  ; t + 5
                stb     ,y+
                wait    40
                sta     <VIA_shift_reg  ; t
                wait    12
                ldb     <VIA_int_flags  ; t + 16
                stb     ,y+
                wait    40
                sta     <VIA_shift_reg  ; t
                wait    12
                ldb     >VIA_int_flags  ; t + 17
                stb     ,y+
                ldb     <VIA_shift_reg
                stb     ,y+
                bra     *
