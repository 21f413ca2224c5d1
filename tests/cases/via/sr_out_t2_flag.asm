; question: Does mode 5 stop after eight shifts, and set its flag?
; real: 0 4 129 129
; source: [VIA 16] eight bits take 8 x 2 (N + 2) cycles; [R6522 SR] then the flag is set

                include "case.inc"

                set_to  $14,VIA_aux_cntl
                start_t2 20             ; t
                ldb     #$81
                stb     <VIA_shift_reg  ; t + 6
                pause   280
                ldb     <VIA_int_flags  ; before the eighth shift at t + 332
                andb    #$04
                stb     ,y+
                pause   120
                ldb     <VIA_int_flags
                andb    #$04
                stb     ,y+
                set_to  $00,VIA_aux_cntl ; so that the reads start nothing
                ldb     <VIA_shift_reg
                stb     ,y+
                pause   200
                ldb     <VIA_shift_reg
                stb     ,y+
                bra     *
