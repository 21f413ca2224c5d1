; Faults in symbols; one root cause is reported once.
foo     equ     1
foo     equ     2                       ; error E022: `foo` is defined twice
                                        ; note: `foo` is first defined here
loop    nop
loop    nop                             ; error E022: `loop` is defined twice
        ldx     #nosuch                 ; error E020: `nosuch` is not defined
                                        ; note: also used in line 9
        ldx     #nosuch+1
        ldx     #looop                  ; error E020: `looop` is not defined
                                        ; hint: did you mean loop?
ring    equ     rong                    ; error E023: `ring` is defined in terms of itself: ring -> rong -> ring
rong    equ     ring
        ldx     #ring
self    equ     self+1                  ; error E023: `self` is defined in terms of itself
a-b     nop                             ; error E005: `a-b` cannot be a symbol
1abc    equ     3                       ; error E005: `1abc` cannot be a symbol
        equ     5                       ; error E030: `equ` needs a symbol before it
        xname   equ 5                   ; error E010: `xname` is not an instruction
                                        ; hint: a symbol must begin in column 1
        lda     x                       ; error E020: `x` is not defined
                                        ; hint: to use X as an index register, write `,x`
