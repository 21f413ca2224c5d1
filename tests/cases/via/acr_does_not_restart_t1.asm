; question: Does writing ACR restart T1?
; real: 249 0 0 128
; source: [VIA 4] only T1C-H does; [VIA 10] PB7 is 1 until T1C-H is written with ACR bit 7 set

                include "case.inc"

                ldb     #$80
                start_t1 $0100          ; t
                stb     <VIA_aux_cntl   ; t + 4
                lda     <VIA_t1_cnt_lo  ; t + 8: $0100 - 7
                sta     ,y+
                lda     <VIA_int_flags
                sta     ,y+
                ldb     <VIA_t1_cnt_hi
                stb     ,y+
                lda     <VIA_port_b
                anda    #$80
                sta     ,y+
                bra     *
