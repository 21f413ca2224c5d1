; question: Whose is PB7 without ACR bit 7, and does ORB keep what is written while T1 has it?
; real: 128 0 128 0
; source: [R6522 port B] ORB's where DDRB says output; [VIA 9] ORB 7 is behind T1's output

                include "case.inc"

                set_to  $80,VIA_DDR_b
                set_to  $80,VIA_port_b
                bsr     look
                set_to  $00,VIA_port_b
                bsr     look
                set_to  $80,VIA_aux_cntl
                bsr     look            ; T1's, idle
                set_to  $00,VIA_aux_cntl
                bsr     look            ; ORB's, as left
                bra     *

look            ldb     <VIA_port_b
                andb    #$80
                stb     ,y+
                rts
