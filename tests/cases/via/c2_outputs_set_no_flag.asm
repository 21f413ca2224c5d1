; question: Do CA2 and CB2 as outputs, switched by PCR, set their flags?
; real: 204 0 238 0 0
; source: [R6522 PCR] flags belong to input modes; PCR reads back

                include "case.inc"

                set_to  $CC,VIA_cntl
                ldd     <VIA_cntl
                std     ,y++
                set_to  $EE,VIA_cntl
                ldd     <VIA_cntl
                std     ,y++
                set_to  $CC,VIA_cntl
                ldb     <VIA_int_flags
                stb     ,y+
                bra     *
