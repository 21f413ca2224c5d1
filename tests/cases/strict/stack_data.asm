; stack_data: the stack grows into a variable

                include "case.inc"
                clr     $CBDC

loop            jsr     Wait_Recal
                lda     $CBDC
                inca
                sta     $CBDC
                cmpa    #100
                beq     loop
                bsr     deep
                bra     loop
deep            pshs    d,x,y,u
                pshs    x,y             ;! stack-data
                puls    x,y
                puls    d,x,y,u,pc
