;! dialect=vecx
; Doubtful lines assemble, with a warning that has a name.
        lda     #256            ; = 86 00 ; warning value-truncated: 256 does not fit in 8 bits and becomes $00
        fcb     -200            ; = 38    ; warning value-truncated: -200 does not fit in 8 bits and becomes $38
        ldx     #$12345         ; = 8E 23 45 ; warning value-truncated: 74565 does not fit in 16 bits and becomes $2345
        tfr     a,x             ; = 1F 81 ; warning transfer-size: A has 8 bits and X has 16: the result is not documented
        lda     [,x+]           ; = A6 90 ; warning indirect-increment: `[,X+]` is not a documented addressing mode
        lda     <$1234          ; = 96 34 ; warning direct-page: `<` selects direct addressing of $1234, but no SETDP above sets the direct page
        setdp   $D0
        lda     <$C812          ; = 96 12 ; warning direct-page: `<` selects direct addressing of $C812, but DP is $D0
        lda     5,pc            ; = A6 8C F4 ; warning pc-constant: a number before `,pc` is an address, not an offset
        if      nosuch          ; warning if-undefined: `nosuch` is not defined above and counts as 0
        endif
        warning "look here"     ; warning user: look here
rts                             ; warning label-mnemonic: `rts` in column 1 is read as a label
        lda     #1 2 is two     ; = 86 01 ; warning comment-operand: this is read as a comment
        data
        fcb     1               ; warning data-segment: only the code segment is written; these 1 bytes in `data` are dropped
        code
        bss
        org     $C880
        rmb     1
        code
        ldx     #0              ; = 8E 00 00
