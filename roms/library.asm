; library.asm: small routines in the game area that some cartridges call
;
; what:     a documented part of what lies below the executive: displacements, dots,
;           packets and messages at a position, waiting for the next frame
; address:  $E7B5-$EFFF
; RAM:      $CB71-$CB88 by Set_Tables alone, $C881-$C8A7 by Wait_Bound
; DP:       $D0, but $C8 for the displacements
;
; All addresses between them contain returns, so that a call of a routine that is missing here
; does no harm.
;
; "words at Y" are y high, y low, x high, x low: coordinates with fractions.

RETURN          equ     $39             ; the code of RTS

; fill up to an address with returns
pad_to          macro
                fill    RETURN,\1-*
                endm

; Displ8_xy: eight times a length along an angle
;   in       A = length, B = angle, angle 0 up; DP = $C8
;   out      Y = rise, X = run, signed words
;   changes  X Y CC                 keeps  A B U S DP
;   cycles   <= 420                 stack  10
;   ram      Vec_Angle, Vec_Run_Index, Vec_Rise_Index, Vec_RiseRun_Len, Vec_Xform_Sign
                pad_to  $E7B5
Displ8_xy       pshs    d
                jsr     Rise_Run_Y
                pshs    b
                tfr     a,b
                bsr     times_8
                tfr     d,y
                puls    b
                bsr     times_8
                tfr     d,x
                puls    d,pc

times_8         sex
                aslb
                rola
                aslb
                rola
                aslb
                rola
                rts

; Displ16_xy: sixteen times a length along an angle
;   in       A = length, B = angle, angle 0 up; DP = $C8
;   out      Y = rise, X = run, signed words
;   changes  X Y CC                 keeps  A B U S DP
;   cycles   <= 490                 stack  12
;   ram      Vec_Angle, Vec_Run_Index, Vec_Rise_Index, Vec_RiseRun_Len, Vec_Xform_Sign
                pad_to  $E7D2
Displ16_xy      bsr     Displ8_xy
                pshs    d
                tfr     y,d
                aslb
                rola
                tfr     d,y
                tfr     x,d
                aslb
                rola
                tfr     d,x
                puls    d,pc

; Set_Tables: store eight pointers and eight steps, with the values of one game
;   in       none
;   out      $CB71-$CB80: $EDE0, $EDE8, ... $EE18; $CB81-$CB88: $16, $25, ... $7F
;   changes  A B X Y U CC           keeps  S DP
;   cycles   <= 330                 stack  0
;   ram      $CB71-$CB88
                pad_to  $E8E3
Set_Tables      ldx     #$CB71
                ldu     #$CB81
                ldy     #$EDE0
                lda     #$16
.entry          sty     ,x++
                sta     ,u+
                leay    8,y
                adda    #15
                cmpu    #$CB89
                bne     .entry
                rts

; Ranpos: a random position
;   in       Vec_Seed_Ptr
;   out      A = any byte, B = -$60 to $60
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= chance              stack  5
;   ram      the seed
                pad_to  $E98A
Ranpos          jsr     Random
                tfr     a,b
                cmpb    #$60
                bgt     Ranpos
                cmpb    #-$60
                blt     Ranpos
                jmp     Random_3

; Rnd_Cone: a random angle away from the axes
;   in       Vec_Seed_Ptr
;   out      B = 16 k + 4 to 11
;   changes  B CC                   keeps  A X Y U S DP
;   cycles   <= 120                 stack  6
;   ram      the seed
                pad_to  $EA3E
Rnd_Cone        pshs    a
                jsr     Random
                anda    #%00110111
                adda    #4
                tfr     a,b
                puls    a,pc

; Dot_y: a dot at an absolute position
;   in       Y = y, x; DP = $D0
;   out      beam at zero
;   changes  CC                     keeps  A B X Y U S DP
;   cycles   <= 1700                stack  6
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00, T1L = $7F
                pad_to  $EA5D
Dot_y           pshs    d
                tfr     y,d
; falls into dot_at
dot_at          jsr     Moveto_d_7F
                jsr     Dot_here
                jsr     Reset0Ref
                puls    d,pc

; Dot_py: a dot at an absolute position
;   in       words at Y, DP = $D0
;   out      beam at zero
;   changes  CC                     keeps  A B X Y U S DP
;   cycles   <= 1700                stack  6
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00, T1L = $7F
                pad_to  $EA6D
Dot_py          pshs    d
                lda     ,y
                ldb     2,y
                bra     dot_at

; Draw_Pack: packets at an absolute position
;   in       Y = y, x; X and B as Draw_VLp_b; DP = $D0
;   out      X at the end mark
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 330 + 370 each      stack  6
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = $CE or $CC, SR = $00, T1L = B
                pad_to  $EA7F
Draw_Pack       pshs    d
                tfr     y,d
; falls into pack_at
pack_at         jsr     Moveto_d_7F
                puls    d
                jmp     Draw_VLp_b

; Draw_Pack_py: packets at an absolute position
;   in       words at Y, X and B as Draw_VLp_b, DP = $D0
;   out      X at the end mark
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 330 + 370 each      stack  6
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = $CE or $CC, SR = $00, T1L = B
                pad_to  $EA8D
Draw_Pack_py    pshs    d
                lda     ,y
                ldb     2,y
                bra     pack_at

; Print_Keep: as Print_Str_hwyx, but preserve all registers
;   in       U as Print_Str_hwyx, DP = $D0
;   out      Vec_Text_HW, beam at zero
;   changes  CC                     keeps  A B X Y U S DP
;   cycles   <= 1450 + 235 each     stack  12
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00, T1L = $7F
;   ram      Vec_Text_HW, Vec_Str_Ptr
                pad_to  $EA9D
Print_Keep      pshs    d,x,u
                jsr     Print_Str_hwyx
                puls    d,x,u,pc

; Print_Msg: text at an absolute position; A, B and X are preserved
;   in       Y = y, x; U -> text, $80; Vec_Text_HW, DP = $D0
;   out      Y -> text, U past the text, beam at zero
;   changes  Y U CC                 keeps  A B X S DP
;   cycles   <= 1450 + 235 each     stack  12
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00, T1L = $7F
;   ram      Vec_Str_Ptr
                pad_to  $EAA8
Print_Msg       pshs    d,x,u
                tfr     y,d
                jsr     Print_Str_d
                puls    d,x,y,pc

; Wait_Bound: wait for the next frame, read buttons and sticks, then run four counters
;   in       Vec_Rfrsh, Vec_Misc_Count = 0; $C881-$C882: mux flags of both sticks
;            $C89C-$C8A7: four times a count and the address of a routine
;   out      as Wait_Recal, Read_Btns, Joy_Digital; each count that is not 0 is one less
;            the routines of counts that became 0 have been called, with DP = $C8
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= frame               stack  9
;   leaves   ORA free, ORB = $01, PCR = $CC, SR = $00, T1L = $FF, T2L free
;   ram      Vec_Loop_Count, Vec_Btn_State, Vec_Prev_Btns, Vec_Buttons,
;            Vec_Button_1_1 to 2_4, Vec_Joy_1_X to 2_Y, Vec_Joy_Mux_1_X to 2_Y,
;            Vec_Misc_Count, $C89C, $C89F, $C8A2, $C8A5
;   quirks   the routines that it calls must preserve Y, U, S and DP
                pad_to  $EAF0
Wait_Bound      pshs    dp
                jsr     Wait_Recal
                ldd     >Vec_Game_RAM+1
                std     >Vec_Joy_Mux_1_X
                std     >Vec_Joy_Mux_2_X
                jsr     Read_Btns
                jsr     Joy_Digital
                bra     bound_count

; count one of the counters, and call its routine when it reaches 0
bound_counter   macro   cell
                lda     <\1
                beq     .idle\1
                dec     <\1
                bne     .idle\1
                ldx     <\1+1
                jsr     ,x
.idle\1         equ     *
                endm

COUNTER_1       equ     $C89C
COUNTER_2       equ     COUNTER_1+3
COUNTER_3       equ     COUNTER_2+3
COUNTER_4       equ     COUNTER_3+3

; entered with the caller's DP and a return address on the stack
                pad_to  $EB0D
                setdp   $C8
bound_count     lda     #$C8
                tfr     a,dp
                bound_counter COUNTER_1
; falls into bound_rest
bound_rest      bound_counter COUNTER_2 ; the first routine returns to here
                bound_counter COUNTER_3
                bound_counter COUNTER_4
                puls    dp,pc

                setdp   $D0

; Sound_Step: write sound registers 0 and 2 again
;   in       Vec_Snd_Shadow
;   out      registers 0 and 2 hold their shadows
;   changes  A CC                   keeps  B X Y U S DP
;   cycles   = 149                  stack  4
;   leaves   ORA free, ORB = $01, sound registers
;   quirks   the data that the original skipped is unknown, so the values do not change
                pad_to  $ED0A
Sound_Step      pshs    b,dp
                jsr     DP_to_D0
                clra
                ldb     >Vec_Snd_Shadow
                jsr     Sound_Byte_raw
                lda     #2
                ldb     >Vec_Snd_Shadow+2
                jsr     Sound_Byte_raw
                puls    b,dp,pc

; a tune that one cartridge names in its header
                pad_to  $ED77
Music_own       fdb     ADSR_FE28,Twang_FD79
                fcb     NOTE_MORE+C4_,G4_,12
                fcb     NOTE_MORE+D4_,A4_,12
                fcb     NOTE_MORE+E4_,B4_,12
                fcb     NOTE_MORE+G4_,NOTE_MORE+C5_,E5_,44
                fcb     R_,TUNE_END

; an envelope that the header of a tune names
                pad_to  $ED8F
ADSR_ED8F       fcb     $FF,$EE,$DD,$CC,$BB,$AA,$99,$88
                fcb     $77,$77,$77,$77,$77,$77,$77,$77

; a text with size and place, for Print_Str_hwyx
                pad_to  $EE2F
Text_Over       fcb     -6,$38,-32,-40
                fcc     "GAME OVER"
                fcb     $80
                pad_to  $F000
