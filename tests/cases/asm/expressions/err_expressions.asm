; Faults inside expressions.
        lda     #                       ; error E002: a value is expected here
        lda     #%102                   ; error E001: `%102` is not a binary number
        lda     @9                      ; error E001: `@9` is not an octal number
        lda     #1F                     ; error E020: `1 below` is not defined
        lda     #12G                    ; error E001: `12G` is not a decimal number
        ldx     #$GG                    ; error E001: `$GG` is not a hexadecimal number
        lda     #1+                     ; error E002: a value is expected here
        lda     #5/(3-3)                ; error E025: division by zero
        lda     #1 ? 2                  ; error E001: `?` without `:`
        fdb     "abc"+1                 ; error E001: a string of 3 characters is not a number
