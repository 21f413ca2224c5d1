; buttons.asm: The bits of the buttons
;
; Buttons 1 to 4 of stick 1 are bits 0 to 3, those of stick 2 are bits 4 to 7; a 1 means pressed.
; Read_Btns reports each press once, in A and Vec_Buttons. Read_Btns_Mask reports a button for as
; long as it is held if its bit in the mask is 0. Vec_Button_1_1 to 2_4 contain the same bits
; separately, each in its position: $01, $02, $04 ...

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
