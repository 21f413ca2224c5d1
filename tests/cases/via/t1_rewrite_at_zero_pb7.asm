; question: Does a write of T1C-H in the cycle where the counter is 0 cancel PB7's edge too?
; real: 0 128
; source: [VIA 8] it does

                include "case.inc"

                set_to  $80,VIA_aux_cntl
                clrb
                start_t1 8              ; t
                wait    4
                stb     >VIA_t1_cnt_hi  ; t + 9 = u
                wait    4
                lda     <VIA_port_b     ; u + 8
                anda    #$80
                sta     ,y+
                lda     <VIA_port_b     ; u + 20
                anda    #$80
                sta     ,y+
                bra     *
