; question: What does PB7 do in free-running mode?
; real: 0 0 128 128 0
; source: [VIA 10, 1] low with the write of T1C-H, then over at each time-out, every N + 2 cycles

                include "case.inc"

                set_to  $80,VIA_DDR_b
                set_to  $C0,VIA_aux_cntl
                start_t1 18             ; t
                ldb     <VIA_port_b     ; t + 4
                bsr     store
                start_t1 18
                wait    14
                ldb     >VIA_port_b     ; t + 19
                bsr     store
                start_t1 18
                wait    16
                ldb     <VIA_port_b     ; t + 20
                bsr     store
                start_t1 18
                wait    34
                ldb     >VIA_port_b     ; t + 39
                bsr     store
                start_t1 18
                wait    36
                ldb     <VIA_port_b     ; t + 40
                bsr     store
                bra     *

store           andb    #$80
                stb     ,y+
                rts
