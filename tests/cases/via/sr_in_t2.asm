; question: When does mode 1 take its bits in?
; real: 0 1
; source: [VIA 16] with every second time T2's low byte is 0, 3 cycles after it

                include "case.inc"

                set_to  $04,VIA_aux_cntl
                clrb
                start_t2 20             ; t
                stb     <VIA_shift_reg  ; t + 4
                wait    37
                ldb     <VIA_shift_reg  ; t + 45
                stb     ,y+
                pause   2000
                set_to  $00,VIA_aux_cntl
                set_to  $04,VIA_aux_cntl
                clrb
                start_t2 20             ; t
                stb     <VIA_shift_reg  ; t + 4
                wait    38
                ldb     <VIA_shift_reg  ; t + 46
                stb     ,y+
                bra     *
