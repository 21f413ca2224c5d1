; effects.asm: Sound effects
;
; Four bytes describe an explosion: voices (bits 0-2 tone, 3-5 noise), noise period, amplitude (0
; falls, above 0 rises, below 0 stays) and speed. Set bit 7 of Vec_Expl_Flag to start it. In each
; frame, Explosion_Snd computes a step and Do_Sound sends it to the chip. Other effects are lists of
; sound registers, in which register 7 switches voices on (0) and off (1). Call Sound_Bytes_x with a
; separate shadow: it does not change the shadow that Do_Sound compares, so the next frame does not
; undo the sound.

                include "vectrex.inc"
                org     0
                fcc     "g GCE 2026"
                fcb     $80
                fdb     $FEE6           ; no tune
                fcb     $F8,$50,0,-40
                fcc     "RECIPE"
                fcb     $80,0

                jsr     Init_Music_Buf
loop            jsr     Wait_Recal
                jsr     Do_Sound
                jsr     Read_Btns
                bita    #%00000001      ; button 1: an explosion
                beq     no_boom
                ldb     #$80
                stb     >Vec_Expl_Flag
no_boom         bita    #%00000010      ; button 2: a beep
                beq     no_beep
                ldu     #beep
                bsr     play
                clra
no_beep         bita    #%00000100      ; button 3: no more of it
                beq     step
                ldu     #hush
                bsr     play
step            jsr     DP_to_C8
                ldu     #boom
                jsr     Explosion_Snd
                bra     loop

play            ldx     #shadow
                jmp     Sound_Bytes_x

boom            fcb     %00111111,0,0,2
beep            fcb     0,$60,1,0       ; voice A: period $060
                fcb     8,15            ; as loud as it goes
                fcb     7,%00111110     ; its tone alone; bit 6 would make the buttons outputs
                fcb     $FF             ; end
hush            fcb     8,0,$FF
shadow          equ     Vec_Game_RAM    ; 15 bytes
