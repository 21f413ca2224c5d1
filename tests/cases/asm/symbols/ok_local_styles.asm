; Local labels in the style of each assembler; a dollar sign at the end does not make a label local.
        org     0
first   nop
.a      bra     .a              ; = 20 FE
@a      bra     @a              ; = 20 FE
a@      bra     a@              ; = 20 FE
a?      bra     a?              ; = 20 FE
?a      bra     ?a              ; = 20 FE
1$      bra     1$              ; = 20 FE
second  nop
.a      bra     .a              ; = 20 FE
@a      bra     @a ; as above   ; = 20 FE
a@      bra     a@              ; = 20 FE
a?      bra     a? as above     ; = 20 FE
?a      bra     ?a              ; = 20 FE
1$      bra     1$              ; = 20 FE
whole$  nop
third   bra     whole$          ; = 20 FD
yes     equ     1
        fcb     yes?2:3, yes ? 2 : 3            ; = 02 02
!       nop                     ; = 12
        bra     <               ; = 20 FD
        bra     >               ; = 20 01
        nop
!       nop
        bra     <               ; = 20 FD
