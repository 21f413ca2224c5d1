; runs_nowhere: jumps to where there is nothing

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     $C100           ;! runs-nowhere
                bra     loop
