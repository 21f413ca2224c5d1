; overlays: two pieces of code run at the same address of RAM, one after the other

                include "../strict/case.inc"
place           equ     $C900
SIZE            equ     10
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                ldu     #first
                bsr     fetch
                ldx     #table
                ldd     #$1234
                jsr     place
                ldu     #second
                bsr     fetch
                ldx     #table
                jsr     place
                bra     loop
fetch           ldy     #place
copy            lda     ,u+
                sta     ,y+
                cmpy    #place+SIZE
                bne     copy
                rts
first           cmpd    ,x              ; CMPD at 0, LDS at 3, RTS at 7
                lds     #$CBE8
                rts
                fdb     0
second          ldb     #7              ; at 2 the byte $01, which is no opcode
                cmpb    #1
                ldd     #$1401
                cmpa    #1
                rts
table           fdb     1,2,3
