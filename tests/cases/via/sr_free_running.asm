; question: Does mode 4 need an access to SR, does it stop, does it set the flag?
; real: 3 6 0
; source: [VIA 21, 16] it starts with the mode and never stops; [R6522 SR] it sets no flag

                include "case.inc"

                start_t2 $00FF          ; far from 0 while the mode changes
                ldb     #$81
                stb     <VIA_shift_reg
                set_to  $10,VIA_aux_cntl
                start_t2 20             ; t
                wait    20
                ldb     <VIA_shift_reg  ; t + 24, first shift
                stb     ,y+
                wait    34
                ldb     <VIA_shift_reg  ; t + 68, second
                stb     ,y+
                pause   2000
                ldb     <VIA_int_flags
                andb    #$04
                stb     ,y+
                bra     *
