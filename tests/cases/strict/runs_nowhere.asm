; runs_nowhere: jumps to an address without memory

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     $C100           ;! runs-nowhere
                bra     loop
