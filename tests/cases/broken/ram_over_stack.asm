; ram_over_stack.asm: clears a table of 900 bytes, which is more than the available RAM

                include "vectrex.inc"
                fcc     "g GCE 2026"
                fcb     $80
                fdb     $FD0D
                fcb     $F8,$50,$20,-$50
                fcc     "MAZE"
                fcb     $80,0
                setdp   $D0
main            bsr     clear
loop            jsr     Wait_Recal
                bra     loop

clear           ldx     #maze
                ldd     #900
more            clr     ,x+             ;! return-lost
                subd    #1
                bne     more
                rts

maze            equ     $C880
