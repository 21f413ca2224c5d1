; OPT BRANCH lengthens branches out of range, and moves the following statements.
        opt     branch
        org     $1000
first   beq     last            ; = 10 27 00 84
second  bra     last            ; = 16 00 81
        bsr     near            ; = 8D 01
        nop                     ; = 12
near    rmb     126
last    rts                     ; = 39
        bra     near            ; = 16 FF 7E
        bne     last            ; = 26 FA
