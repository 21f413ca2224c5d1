; question: Which edge of CA1 sets its flag with PCR bit 0 clear?
; button: down at 200, up at 500
; real: 0 2 0 0
; source: [R6522 PCR] the falling one alone; reading ORA clears the flag

                include "case.inc"

                ldb     <VIA_int_flags
                stb     ,y+
                pause   300
                ldb     <VIA_int_flags
                stb     ,y+
                ldb     <VIA_port_a
                ldb     <VIA_int_flags
                stb     ,y+
                pause   300
                ldb     <VIA_int_flags
                stb     ,y+
                bra     *
