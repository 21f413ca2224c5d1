; Operands that an instruction cannot have; each line is reported, in one run.
        sta     #1              ; error E011: STA cannot take an immediate value
        lda                     ; error E002: this instruction needs an operand
        leax    $1234           ; error E011: LEAX cannot take an address
        jmp     #5              ; error E011: JMP cannot take an immediate value
        lda     5,q             ; error E012: `q` is not an index register
        lda     5,,x            ; error E012: an index register is expected here, not `,`
        lda     1,x+            ; error E001: `+` cannot be combined with an offset
        lda     ,---x           ; error E001: `---x` is not an indexed mode
        lda     ,pc             ; error E002: `,pc` needs an address before the comma
        lda     [5,x            ; error E001: `[` without `]`
        lda     (5              ; error E001: `(` without `)`
        lda     #5,x            ; error E003: unexpected `,` after the operand
        lda     5,x]            ; error E003: unexpected `]` after the operand
        rts     #1              ; error E014: RTS takes no operand
        tfr     a               ; error E012: two registers separated by a comma are expected
        tfr     a,e             ; error E012: `e` is not a register here
        pshs    z               ; error E012: `z` is not a register here
        pshu    a,u             ; error E013: PSHU cannot push or pull U, its own stack pointer
        puls    s               ; error E013: PULS cannot push or pull S, its own stack pointer
        bra     #5              ; error E011: a branch needs an address, not `#5`
        bra                     ; error E002: a branch needs a target
        lda     <200,x          ; error E024: offset 200 does not fit in 8 bits (-128..127)
        ldq     #1              ; error E010: `ldq` is not an instruction, a directive or a macro
