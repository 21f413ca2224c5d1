; question: In which cycle after an access does mode 6 make its shifts?
; real: 210 165 150 150
; source: [VIA 17] the k-th at t + 2k, and each puts bit 7 into bit 0; eight restore the byte

                include "case.inc"

                set_to  $18,VIA_aux_cntl
                lda     #$A5
                sta     <VIA_shift_reg  ; t
                wait    11
                ldb     <VIA_shift_reg  ; t + 15: seven shifts
                stb     ,y+
                wait    20
                sta     <VIA_shift_reg  ; t
                wait    12
                ldb     <VIA_shift_reg  ; t + 16: eight
                stb     ,y+
                wait    40
                sta     <VIA_shift_reg  ; t
                ldb     >VIA_shift_reg  ; t + 5: two shifts
                stb     ,y+
                wait    40
                sta     <VIA_shift_reg  ; t
                ldb     <VIA_shift_reg  ; t + 4: the same two
                stb     ,y+
                bra     *
