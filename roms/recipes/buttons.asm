; buttons.asm: The bits of the buttons
;
; Stick 1 has bits 0 to 3 for its buttons 1 to 4, stick 2 bits 4 to 7; 1 is pressed. Read_Btns
; reports a press once, in A and Vec_Buttons; with a 0 in its mask a button reports as long as it is
; held. Vec_Button_1_1 to 2_4 hold the same bits one by one, each in its place: $01, $02, $04 ...

                include "vectrex.inc"
                org     0
                fcc     "g GCE 2026"
                fcb     $80
                fdb     $FEE6           ; no tune
                fcb     $F8,$50,0,-40
                fcc     "RECIPE"
                fcb     $80,0

presses         equ     Vec_Game_RAM    ; of button 1
held            equ     Vec_Game_RAM+1  ; frames of button 4

                clr     >presses
                clr     >held
loop            jsr     Wait_Recal
                lda     #%11110111      ; button 4 of stick 1 reports while it is held
                jsr     Read_Btns_Mask
                bita    #%00000001      ; button 1 of stick 1
                beq     no_press
                inc     >presses
no_press        lda     >Vec_Button_1_4
                beq     loop
                inc     >held
                bra     loop
