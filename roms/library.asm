; library.asm: small routines in the game area that some cartridges call
;
; what:     a documented part of what lies below the executive: displacements, dots,
;           packets, messages and scores at a position, waiting for the next frame
; address:  $E7B5-$EFFF (the rest of Displ8_xy is in rest.asm)
; RAM:      $CB71-$CB88 by Set_Tables alone; $C880-$C8B5 by Wait_Bound and Draw_Score
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
;   cycles   <= 350                 stack  10
;   ram      Vec_Angle, Vec_Run_Index, Vec_Rise_Index, Vec_RiseRun_Len, Vec_Xform_Sign
                pad_to  $E7B5
Displ8_xy       jmp     displ_8

; Displ16_xy: sixteen times a length along an angle
;   in       A = length, B = angle, angle 0 up; DP = $C8
;   out      Y = rise, X = run, signed words
;   changes  X Y CC                 keeps  A B U S DP
;   cycles   <= 410                 stack  12
;   ram      Vec_Angle, Vec_Run_Index, Vec_Rise_Index, Vec_RiseRun_Len, Vec_Xform_Sign
                pad_to  $E7D2
Displ16_xy      bsr     Displ8_xy
                pshs    d
                tfr     x,d
                aslb
                rola
                tfr     d,x
                tfr     y,d
                aslb
                rola
                tfr     d,y
                exg     a,a             ; as long as in the original
                puls    d,pc

; Set_Tables: store eight pointers and eight steps, with the values of one game
;   in       none
;   out      $CB71-$CB80: $EDE0, $EDE8, ... $EE18; $CB81-$CB88: $16, $25, ... $7F
;            A = $8E, B = 0, X = $EE20, Y = $CB81, U = $CB89
;   changes  A B X Y U CC           keeps  S DP
;   flags    N Z of B
;   cycles   = 227                  stack  0
;   ram      $CB71-$CB88
                pad_to  $E8E3
Set_Tables      ldy     #$CB71
                ldu     #$CB81
                ldx     #$EDE0
                lda     #$16
                ldb     #8
.entry          stx     ,y++
                sta     ,u+
                leax    8,x
                adda    #15
                decb
                bne     .entry
                rts

; Ranpos: a random position
;   in       Vec_Seed_Ptr
;   out      A = any byte, B = -$60 to $60
;   changes  A B CC                 keeps  X Y U S DP
;   flags    N Z of B
;   cycles   <= chance              stack  6
;   ram      the seed
                pad_to  $E98A
Ranpos          jsr     Random_3
                pshs    a
.again          jsr     Random
                tfr     a,b
                cmpb    #$60
                bgt     .again
                cmpb    #-$60
                blt     .again
                tstb
                puls    a,pc

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
;   cycles   <= 1700                stack  8
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00, T1L = $7F
                pad_to  $EA5D
Dot_y           pshs    d
                lda     #$7F
                sta     <VIA_t1_cnt_lo
                tfr     y,d
                bra     dot_at

; Dot_py: a dot at an absolute position
;   in       words at Y, DP = $D0
;   out      beam at zero
;   changes  CC                     keeps  A B X Y U S DP
;   cycles   <= 1700                stack  8
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00, T1L = $7F
                pad_to  $EA6D
Dot_py          pshs    d
                lda     #$7F
                sta     <VIA_t1_cnt_lo
                lda     ,y
                ldb     2,y
; falls into dot_at
dot_at          jsr     Dot_d
                jsr     Reset0Ref
                puls    d,pc

; Draw_Pack: packets at an absolute position
;   in       Y = y, x; X and B as Draw_VLp_b; DP = $D0
;   out      none
;   changes  CC                     keeps  A B X Y U S DP
;   cycles   <= 330 + 370 each      stack  8
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = $CE or $CC, SR = $00, T1L = B
                pad_to  $EA7F
Draw_Pack       pshs    d,x
                tfr     y,d
; falls into pack_at
pack_at         jsr     Moveto_d_7F
                ldb     1,s
                jsr     Draw_VLp_b
                puls    d,x,pc

; Draw_Pack_py: packets at an absolute position
;   in       words at Y, X and B as Draw_VLp_b, DP = $D0
;   out      none
;   changes  CC                     keeps  A B X Y U S DP
;   cycles   <= 330 + 370 each      stack  8
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = $CE or $CC, SR = $00, T1L = B
                pad_to  $EA8D
Draw_Pack_py    pshs    d,x
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
                tfr     a,a             ; as long as in the original
                jsr     Print_Str_hwyx
                puls    d,x,u,pc

; Print_Msg: text at an absolute position; A, B and X are preserved
;   in       Y = y, x; U -> text, $80; Vec_Text_HW, DP = $D0
;   out      Y -> text, U past the text, beam at zero
;   changes  Y U CC                 keeps  A B X S DP
;   cycles   <= 1450 + 235 each     stack  10
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00, T1L = $7F
;   ram      Vec_Str_Ptr
                pad_to  $EAA8
Print_Msg       pshs    d,x,u
                tfr     y,d
                jsr     Moveto_d_7F
                jsr     Print_Str
                puls    d,x,y,pc

; the scores of player 0 and player 2, where Draw_Score and Draw_Scores show them
SCORE_LEFT      equ     $7FA0           ; y, x
SCORE_RIGHT     equ     $7F10
SCORE_HW        equ     $FC38           ; height and width
SCORE_0         equ     $C8A8           ; six digits and an end mark
SCORE_2         equ     SCORE_0+7
PLAYER          equ     $C89B           ; the active player: 0 or 2

; Draw_Score: the score of the active player, at full intensity
;   in       $C89B: player, 0 or 2; $C8A8 and $C8AF: scores of six digits, $80; DP = $D0
;   out      A = player, B = $38, Y -> score, U past the score, Vec_Text_HW = $FC38, beam at zero
;   changes  A B Y U CC             keeps  X S DP
;   cycles   <= 1480 + 235 each     stack  12
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00, T1L = $7F
;   ram      Vec_Text_HW, Vec_Str_Ptr, Vec_Brightness
;   quirks   prints rubbish for other players
                pad_to  $EAB4
Draw_Score      jsr     Intensity_7F
                ldd     #SCORE_HW
                std     >Vec_Text_HW
                lda     >PLAYER
                ldy     #tbl_score_place
                ldy     a,y
                ldu     #tbl_score_text
                ldu     a,u
                bsr     Print_Msg
                rts

; Draw_Scores: the scores of one or both players, at full intensity
;   in       Vec_Num_Players: 0 only the score of player 0; $C8A8 and $C8AF: scores of six
;            digits, $80; DP = $D0
;   out      A = Vec_Num_Players, B = $38, Y -> the last score, U past this score,
;            Vec_Text_HW = $FC38, beam at zero
;   changes  A B Y U CC             keeps  X S DP
;   cycles   <= 1480 + 235 each     stack  12
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00, T1L = $7F
;   ram      Vec_Text_HW, Vec_Str_Ptr, Vec_Brightness
                pad_to  $EACF
Draw_Scores     jsr     Intensity_7F
                ldd     #SCORE_HW
                std     >Vec_Text_HW
                ldy     #SCORE_LEFT
                ldu     #SCORE_0
                bsr     Print_Msg
                lda     >Vec_Num_Players
                beq     .done
                ldy     #SCORE_RIGHT
                ldu     #SCORE_2
                bsr     Print_Msg
.done           rts

; Wait_Bound: wait for the next frame, show a score, read buttons and sticks, run four counters
;   in       Vec_Rfrsh, Vec_Misc_Count = 0; $C880: mask of the buttons
;            $C881-$C882: mux flags of both sticks
;            $C89B: player, 0 or 2; $C8A8 and $C8AF: scores of six digits, $80
;            $C89C-$C8A7: four times a count and the address of a routine
;   out      as Wait_Recal, Draw_Score, Read_Btns_Mask, Joy_Digital; each count that is not 0 is
;            one less; the routines of counts that became 0 have been called, with DP = $C8
;            A = the fourth count before, X = Vec_Misc_Count, Y -> score, U past the score, DP = $D0
;   changes  A B X Y U DP CC        keeps  S
;   cycles   <= frame               stack  15
;   leaves   ORA free, ORB = $01, PCR = $CC, SR = $00, T1L = $7F, T2L free
;   ram      Vec_Loop_Count, Vec_Btn_State, Vec_Prev_Btns, Vec_Buttons, Vec_Brightness,
;            Vec_Button_1_1 to 2_4, Vec_Joy_1_X to 2_Y, Vec_Joy_Mux_1_X to 2_Y,
;            Vec_Misc_Count, Vec_Text_HW, Vec_Str_Ptr, $C89C, $C89F, $C8A2, $C8A5
;   quirks   A, B, X, Y and U are those of the routine that was called last; S and DP must be kept
                pad_to  $EAF0
Wait_Bound      jsr     Wait_Recal
                pshs    dp
                jsr     Recalibrate
                jsr     Draw_Score
                lda     >Vec_Game_RAM
                jsr     Read_Btns_Mask
                ldd     >Vec_Game_RAM+1
                std     >Vec_Joy_Mux_1_X
                std     >Vec_Joy_Mux_2_X
                jsr     Joy_Digital
; falls into bound_count

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
                assert  *=$EB0D
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

; Sound_List: write a list of sound registers, at most 14, then one step of the siren
;   in       U as Sound_Bytes, Vec_Snd_Shadow, DP = $D0
;   out      U 2 past the end mark; otherwise as Sound_Step
;   changes  A B X U CC             keeps  Y S DP
;   cycles   <= 1100                stack  4
;   leaves   ORA free, ORB = $01, sound registers
;   ram      Vec_Snd_Shadow
                pad_to  $ED07
Sound_List      jsr     Sound_Bytes
; falls into Sound_Step

; Sound_Step: one step of a siren
;   in       Vec_Snd_Shadow, DP = $D0
;   out      sound register 0 is $10 more, but 8 becomes 0 instead if register 0 was $90 to $EF
;            register 2 is $20 more, but 9 becomes 0 instead if register 2 was $D0 to $EF
;            A = 2 and C = 1, or A = 9 and C = 0; B = 1, X = Vec_Snd_Shadow
;   changes  A B X CC               keeps  Y U S DP
;   flags    N Z of B
;   cycles   <= 153                 stack  2
;   leaves   ORA free, ORB = $01, sound registers
;   ram      Vec_Snd_Shadow
Sound_Step      ldb     >Vec_Snd_Shadow
                addb    #$10
                cmpb    #$A0
                blo     .first
                ldd     #8*256+0
                jsr     Sound_Byte
.second         ldb     >Vec_Snd_Shadow+2
                addb    #$10
                cmpb    #$E0
                blo     .next
                ldd     #9*256+0
                jsr     Sound_Byte
                rts

.first          clra
                jsr     Sound_Byte
                bra     .second

.next           subb    #$F0            ; $20 more altogether, and C = 1
                lda     #2
                lbsr    Sound_Byte
                rts

; the first sound of the siren, for Sound_List
                pad_to  $ED5A
Siren           fcb     0,0,1,0,2,$30,3,0,4,0,5,0,6,$1F,7,$3D,8,0,9,15,10,0,11,0,12,0,13,0
                fcb     $FF

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
