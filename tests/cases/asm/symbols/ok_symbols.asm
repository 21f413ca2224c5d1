; Labels, assignments, local and numeric labels.
        org     $2000
one     equ     ahead+1                 ; forward
two     =       1
two     =       two+1
three   set     3
three   set     three*2
x       equ     $77
        lda     #two                    ; = 86 02
        ldb     #three                  ; = C6 06
        lda     x                       ; = B6 00 77   ; warning missing-hash: LDA x uses the contents of $0077
        ldx     #one                    ; = 8E 20 2A
f=5
        lda     #f                      ; = 86 05
main    bra     .loop                   ; = 20 01
        nop                             ; = 12
.loop   bra     .loop                   ; = 20 FE
1$      bra     1$                      ; = 20 FE
@in     bra     @in                     ; = 20 FE
other:  bra     .loop                   ; = 20 00
.loop   bra     main.loop               ; = 20 F6
1$      bra     1$                      ; = 20 FE
up@     bra     up@                     ; = 20 FE
        indent: bra indent              ; = 20 FE
1       nop                             ; = 12
        bra     1B                      ; = 20 FD
        bra     1F                      ; = 20 00
1       bra     1b                      ; = 20 FE
alone
        bra     alone                   ; = 20 FE
        fcb     10b                     ; = 02
ahead   rts                             ; = 39
Ahead   rts                             ; = 39
