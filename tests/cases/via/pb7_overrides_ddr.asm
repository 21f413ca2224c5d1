; question: Is PB7 T1's output even where DDRB makes it an input?
; real: 0 128
; source: [VIA 9] it is, and is read back

                include "case.inc"

                set_to  0,VIA_DDR_b
                set_to  $80,VIA_aux_cntl
                start_t1 20             ; t
                ldb     <VIA_port_b     ; t + 4
                andb    #$80
                stb     ,y+
                pause   40
                ldb     <VIA_port_b
                andb    #$80
                stb     ,y+
                bra     *
