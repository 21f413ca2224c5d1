; effects.asm: Sound effects
;
; An explosion takes four bytes: voices (bits 0-2 tone, 3-5 noise), noise period, amplitude (0
; falls, above 0 rises, below 0 stays) and speed. Bit 7 of Vec_Expl_Flag starts it; each frame
; Explosion_Snd makes a step and Do_Sound sends it. Anything else is a list of sound registers;
; register 7 says which voices sound, 0 is on. Sound_Bytes_x with a shadow of its own leaves alone
; what Do_Sound compares, so that the next frame does not take the sound back.

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
                fcb     7,%11111110     ; its tone alone
                fcb     $FF             ; end
hush            fcb     8,0,$FF
shadow          equ     Vec_Game_RAM    ; 15 bytes
