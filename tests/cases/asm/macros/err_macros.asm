; Faults in and around macros.
twice   macro
        endm
twice   macro                   ; warning macro-redefined: the macro `twice` is defined again: the new definition is used
        endm
bad     macro
        lda     #nowhere
        endm
        local   l               ; error E032: LOCAL outside a macro
        exitm                   ; error E032: EXITM outside a macro
        endm                    ; error E032: `endm` without MACRO
        endr                    ; error E032: `endr` without REPT
        rept    later           ; error E020: `later` must be defined above this line
        endr
        rept    -1              ; error E035: the count must be 0 to 65536, not -1
        endr
later   equ     1
        macro                   ; error E032: a macro needs a name
        endm
        twic                    ; error E010: `twic` is not an instruction, a directive or a macro
                                ; hint: did you mean twice?
open    macro                   ; error E032: MACRO without ENDM
        nop
