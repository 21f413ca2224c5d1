;! dialect=asxxxx
; Directives of asxxxx have a dot.  Only `*` chooses the direct page, and a name with a dot is global.
        .module game
        .title  "A game"
        .globl  main, v_x
        .area   BSS (ABS)
        .org    0xC880
v_x:    .ds     1
        .setdp  0xC8
        .area   CODE (ABS)
        .org    0
SPEED   = 3
LIVES   == 5
main::  lda     *v_x            ; = 96 80
        lda     v_x             ; = B6 C8 80
        ldb     #LIVES          ; = C6 05
        ldb     #'A             ; = C6 41
1$:     bra     1$              ; = 20 FE
        .bndry  2               ; =
        .db     SPEED,'A        ; = 03 41
        .dw     0x1234          ; = 12 34
        .ascii  /hi/            ; = 68 69
        .asciz  /x/             ; = 78 00
        .if     SPEED
        .byte   1               ; = 01
        .else
        .byte   2
        .endif
        .macro  twice value
        .byte   value,value
        .endm
        twice   7               ; = 07 07
        .rept   2
        nop
        .endm
.end_of_game:
        .word   .end_of_game    ; = 00 19
