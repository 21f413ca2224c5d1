; question: Does an enabled flag interrupt the CPU, and go on until it is cleared?
; real: 3 0
; source: [R6522 IRQ] a level, so again and again until no enabled flag is set

                include "case.inc"

calls           equ     $C8F0

                clr     >calls
                set_to  $C0,VIA_int_enable
                start_t1 8
                andcc   #$EF
                pause   400
                ldb     >calls
                stb     ,y+
                ldb     <VIA_int_flags
                stb     ,y+
                bra     *

handler         inc     >calls
                lda     >calls
                cmpa    #3
                bne     still
                lda     <VIA_t1_cnt_lo  ; clears the flag
still           rti

                org     $FFF8
                fdb     handler
