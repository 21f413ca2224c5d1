; question: When does mode 5 shift?
; real: 129 3 3 6
; source: [VIA 16] 3 cycles after T2's low byte is 0, and again 2 (N + 2) later

                include "case.inc"

begin           macro   ; SR is written at t + 4, T2's low byte is 0 at t + 21
                set_to  $00,VIA_aux_cntl
                set_to  $14,VIA_aux_cntl
                ldb     #$81
                start_t2 20             ; t
                stb     <VIA_shift_reg
                endm

                begin
                wait    15
                ldb     <VIA_shift_reg  ; t + 23
                stb     ,y+
                begin
                wait    16
                ldb     <VIA_shift_reg  ; t + 24
                stb     ,y+
                begin
                wait    59
                ldb     <VIA_shift_reg  ; t + 67
                stb     ,y+
                begin
                wait    60
                ldb     <VIA_shift_reg  ; t + 68
                stb     ,y+
                bra     *
