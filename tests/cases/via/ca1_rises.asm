; question: Which edge of CA1 sets its flag with PCR bit 0 set?
; button: down at 200, up at 500
; real: 0 2 2 0
; source: [R6522 PCR] the rising one alone; reading register 15 does not clear the flag

                include "case.inc"

                set_to  $01,VIA_cntl
                pause   300
                ldb     <VIA_int_flags
                stb     ,y+
                pause   300
                ldb     <VIA_int_flags
                stb     ,y+
                ldb     <VIA_port_a_nohs
                ldb     <VIA_int_flags
                stb     ,y+
                set_to  $00,VIA_port_a
                ldb     <VIA_int_flags
                stb     ,y+
                bra     *
