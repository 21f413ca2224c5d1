;! dialect=lwasm
; An operand ends at the first blank, but not inside the strings of FCC and its family.
        org     0
        fcc     /A B/ text      ; = 41 20 42
        fcz     /A B/ text      ; = 41 20 42 00
        fcn     /A B/ text      ; = 41 20 42 00
        fcs     /A B/ text      ; = 41 20 C2
        .ascii  /A B/ text      ; = 41 20 42
        .strz   /A B/ text      ; = 41 20 42 00
        fcb     "A B",1 text    ; = 41 20 42 01
        lda     #1 + 2          ; = 86 01
