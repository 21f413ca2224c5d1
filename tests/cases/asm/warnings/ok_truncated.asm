; Numbers with more bits than their place, in every place for a number.
        leax    $12345,x        ; = 30 89 23 45 ; warning value-truncated: 74565 does not fit in 16 bits and becomes $2345
        lda     -40000,y        ; = A6 A9 63 C0 ; warning value-truncated: -40000 does not fit in 16 bits and becomes $63C0
        lbra    $10000          ; = 16 FF F5 ; warning value-truncated: 65536 does not fit in 16 bits and becomes $0000
        leax    $10000,pcr      ; = 30 8C F2 ; warning value-truncated: 65536 does not fit in 16 bits and becomes $0000
        jmp     [$12345]        ; = 6E 9F 23 45 ; warning value-truncated: 74565 does not fit in 16 bits and becomes $2345
        fdb     -32769          ; = 7F FF ; warning value-truncated: -32769 does not fit in 16 bits and becomes $7FFF
        fqb     $100000000      ; = 00 00 00 00 ; warning value-truncated: 4294967296 does not fit in 32 bits and becomes $00000000
        fill    300,2           ; = 2C 2C ; warning value-truncated: 300 does not fit in 8 bits and becomes $2C
        ds      1,-129          ; = 7F ; warning value-truncated: -129 does not fit in 8 bits and becomes $7F
        setdp   $1C8            ; warning value-truncated: 456 does not fit in 8 bits and becomes $C8
        lda     $C810           ; = 96 10
        pshs    #$106           ; = 34 06 ; warning value-truncated: 262 does not fit in 8 bits and becomes $06
