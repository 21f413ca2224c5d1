; unread_ok: loads for flags, for one of two branches, for a routine, across a call, for a pointer

                include "case.inc"
                clr     $C880
loop            jsr     Wait_Recal
                ldx     #tbl_places
                inc     $C880
                lda     $C880
                bita    #1
                beq     .other
                ldx     #tbl_places+2
.other          ldd     ,x
                ldu     #after          ; a jump through it
                pshs    d
                jsr     Intensity_5F
                puls    d
                jmp     ,u
after           jsr     Dot_d
                bsr     waits
                beq     loop
                lda     #$7F
                jsr     Intensity_a
                bra     loop

; waits: say whether there is anything more
;   in       none
;   out      Z clear: there is
;   changes  A CC               keeps  B X Y U DP S
waits           lda     #1
                rts

tbl_places      fdb     $2020,$E0E0
