; list_in_ram: RTS, PULS PC and PULU PC take the addresses of routines from a list in RAM
;
; The list is stored by words and by bytes; its pointer is U, then S.  The last list is in ROM.

                include "../strict/case.inc"
count           equ     $C880
saved           equ     $C882
list            equ     $C890
                clr     count
loop            jsr     Wait_Recal
                ldd     #one
                std     list
                lda     #two/256        ; byte by byte
                sta     list+2
                lda     #two&255
                sta     list+3
                ldd     #by_s
                std     list+4
                ldu     #list
                pulu    pc
one             inc     count
                pulu    pc
two             dec     count
                pulu    pc
by_s            sts     saved
                ldd     #three
                std     list
                ldd     #four
                std     list+4
                lds     #list
                rts
three           puls    x,pc
four            pshu    a
                lds     #in_rom
                rts
five            lds     saved
                bra     loop
in_rom          fdb     five
