; jump_by_rts: an address from a table is pushed, and RTS jumps there

                include "../strict/case.inc"
                clr     $C880
loop            jsr     Wait_Recal
                lda     Vec_Loop_Count+1
                anda    #2
                ldx     #table
                ldx     a,x
                bsr     go
                bra     loop
go              pshs    x
                rts
table           fdb     one,two
one             inc     $C880
                rts
two             dec     $C880
                rts
