; Unbalanced or incomplete IF blocks.
        endif                   ; error E031: `endif` without IF
        else                    ; error E031: `else` without IF
        if      1
        else
        else                    ; error E031: `else` after ELSE
        endif
        if                      ; error E002: a value is expected here
        nop
        endif
        ifdef                   ; error E002: the name of a symbol is expected here
        endif
        if      1               ; error E031: this IF has no ENDIF
        nop
