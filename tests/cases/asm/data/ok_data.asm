; Data directives of all families.
        fcb     1,-1,255,-128           ; = 01 FF FF 80
        db      "AB",0                  ; = 41 42 00
        db      'it',$80                ; = 69 74 80
        .byte   7                       ; = 07
        fdb     $1234,-2                ; = 12 34 FF FE
        dw      5                       ; = 00 05
        .word   5                       ; = 00 05
        fqb     $12345678,-1            ; = 12 34 56 78 FF FF FF FF
        fcc     "a;b"                   ; = 61 3B 62
        fcc     /A"B/,0,"x"             ; = 41 22 42 00 78
        fcc     'C'                     ; = 43
        fcn     "AB"                    ; = 41 42 00
        fcs     "AB"                    ; = 41 C2
        db      "a\n\\\x41"             ; = 61 0A 5C 41
        zmb     3                       ; = 00 00 00
        bsz     1                       ; = 00
        fill    $55,2                   ; = 55 55
        ds      2,$AA                   ; = AA AA
        align   16,$FF                  ; = FF FF FF FF FF FF FF FF FF FF FF
        cmap    "ABC",1
        db      "CAB"                   ; = 03 01 02
        cmap
        db      "C"                     ; = 43
        fcb     1 , 2,	3               ; = 01 02 03
        even
        fcb     9 and a comment         ; = 09
