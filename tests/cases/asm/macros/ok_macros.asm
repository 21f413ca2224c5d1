; Macros: arguments by position and by name, labels of their own, repetition.
load    macro
        lda     #\1
        ldb     #{2}
        endm
named   macro   value,place
        lda     #value
        sta     \place
        endm
spin    macro
l\?     bra     l\?
k\@     bra     k\@
        endm
own     macro
        local   again
again   deca
        bne     again
        endm
early   macro
        if      \1
        nop
        exitm
        endif
        rts
        endm
count   macro
        fcb     \#
        endm
outer   macro
        load    \1,\1+1
        endm
        load    1,2             ; = 86 01 C6 02
        named   'A',<$12        ; = 86 41 97 12
        spin                    ; = 20 FE 20 FE
        spin                    ; = 20 FE 20 FE
        own                     ; = 4A 26 FD
        own                     ; = 4A 26 FD
        early   1               ; = 12
        early   0               ; = 39
        count   a,b,(c,d),"e,f" ; = 04
        count                   ; = 00
here    outer   5               ; = 86 05 C6 06
        rept    3               ; = 12 12 12
        nop
        endr
        rept    2               ; = 4A 4A 5C 4A 4A 5C
        rept    2
        deca
        endr
        incb
        endr
        LOAD    here,3          ; = 86 1A C6 03
        macro   after p
        lda     #p
        endm
        after   9               ; = 86 09
