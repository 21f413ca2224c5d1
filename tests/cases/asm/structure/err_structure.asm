; Assertions, messages, overlaps, missing files, the end of the address space.
limit   equ     5
        assert  limit < 5, "limit is too large"         ; error E034: limit is too large
                                                        ; hint: limit = 5
        assert  limit = 5
        assert  1+1 = 3                                 ; error E034: assertion failed: 1+1 = 3
        error   "never do this"                         ; error E034: never do this
        include "nosuch.inc"                            ; error E033: no such file `nosuch.inc`
        include                                         ; error E002: the name of a file is expected here
        incbin  "nosuch.bin"                            ; error E033: no such file `nosuch.bin`
        org     $100
        fcb     1,2,3
        org     $102
        fcb     4                                       ; error E036: $0102 already holds bytes of another statement
        org     $FFFF
        fdb     1                                       ; error E037: from here on, the program lies beyond $FFFF
        fdb     2               ; one message for all that follows
high    fdb     high            ; nor a warning that the label has 17 bits
again   macro
        again                                           ; error E035: recursive macro `again`
        endm
        again
        end
        this is never read
