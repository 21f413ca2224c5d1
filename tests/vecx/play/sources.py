"""A program for tests that change it while it runs."""



SOURCE = """
                include "vectrex.inc"
                fcc     "g GCE 2024"
                fcb     $80
                fdb     music1
                fcb     $F8,$50,$20,$C0
                fcc     "WATCHED"
                fcb     $80,0
start           clr     count
                ldx     #figure
                stx     shape
main            jsr     Wait_Recal
                jsr     deeper
                inc     count
                bra     main
deeper          ldx     shape
                lda     ,x
                sta     seen
                jsr     Wait_Recal
                rts
                nop
figure          fcb     17
other           fcb     18
music1          equ     $FD0D
                org     $C880
count           rmb     1
shape           rmb     2
seen            rmb     1
"""

# The header of a cartridge; its program follows.
HEADER = """ org 0
 fcc "g GCE 2026"
 fcb $80
 fdb $FD0D
 fcb $F8,$50,$20,$B0
 fcc "TEST"
 fcb $80,0
"""
