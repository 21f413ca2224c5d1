; clears_the_stack: a routine clears all RAM, including its return address, and starts again

                include "../strict/case.inc"
                clr     $C890
again           bsr     restart
restart         ldx     #$C8A0
clear           clr     ,x+
                cmpx    #$CBEA
                blo     clear
                lds     #$CBEA
                ldd     #$3075
                std     Vec_Rfrsh
loop            jsr     Wait_Recal
                inc     $C890
                bpl     loop
                clr     $C890
                bra     again
