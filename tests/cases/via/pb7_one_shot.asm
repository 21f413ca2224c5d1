; question: When is PB7 low in one-shot mode?
; real: 128 0 0 128 128
; source: [VIA 10, 2, 11] from the write of T1C-H until t + N + 2; later wraps do not move it

                include "case.inc"

                set_to  $80,VIA_DDR_b
                set_to  $80,VIA_aux_cntl
                bsr     look
                start_t1 8              ; t
                ldb     <VIA_port_b     ; t + 4
                bsr     store
                start_t1 8
                wait    4
                ldb     >VIA_port_b     ; t + 9
                bsr     store
                start_t1 8
                wait    6
                ldb     <VIA_port_b     ; t + 10
                bsr     store
                wait    5
                bsr     look            ; three periods on
                bra     *

look            ldb     <VIA_port_b
store           andb    #$80
                stb     ,y+
                rts
