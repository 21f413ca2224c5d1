; options.asm: asking for the number of players and the game
;
; address:  $F7A9-$F84E, $F060-$F06B
; DP:       any; leaves $C8

SELECT_REPEAT   equ     12              ; frames until a held button acts again
SELECT_TIMEOUT  equ     243             ; frames without a button until the game begins

; what Select_Game leaves in B: $80 if it does not ask for a game
                setdp   $C8
                org     $F060
select_end      ldb     #1
                tst     <Vec_Max_Games
                bne     .games
                ldb     #$80
.games          tsta
                rts

; Select_Game: ask for players (button 1) and game (2 up, 3 down) until button 4
;   in       A = most players, B = highest game; 0: do not ask; Vec_Rfrsh
;   out      Vec_Num_Players, Vec_Num_Game (0 where not asked), DP = $C8
;            A = 8 after button 4, or 0; B = 1, but $80 where B was 0
;   changes  A B X Y U DP CC        keeps  S
;   cycles   <= frames              stack  16
;   leaves   ORA = $00 or $7F, ORB = $01, PCR = $CC, SR = $00, T1L free, T2L free
;   ram      Vec_Num_Players, Vec_Num_Game, Vec_Max_Players, Vec_Max_Games,
;            Vec_Select_Hold, Vec_Select_Text, Vec_Text_HW, Vec_Str_Ptr,
;            Vec_Counter_1 to 3, Vec_Btn_State, Vec_Prev_Btns, Vec_Buttons,
;            Vec_Button_1_1 to 2_4, Vec_Loop_Count, Vec_Brightness, Vec_Misc_Count
;   quirks   buttons for a number not asked for do nothing
                org     $F7A9
Select_Game     std     >Vec_Max_Players
                tsta
                beq     .games
                lda     #1
.games          tstb
                beq     .begin
                ldb     #1
.begin          std     >Vec_Num_Players
                jsr     DP_to_C8
                setdp   $C8
                sta     <Vec_Select_Hold
                ldd     #$F850
                std     <Vec_Text_HW
.restart        ldd     #SELECT_REPEAT*256+SELECT_TIMEOUT
                std     <Vec_Counter_1
.frame          jsr     Wait_Recal
                clra
                jsr     Read_Btns_Mask
                jsr     Dec_3_Counters
                jsr     Intensity_7F
                ldy     #opt_players
                lda     >Vec_Num_Players
                bsr     Display_Option
                ldy     #opt_games
                lda     >Vec_Num_Game
                bsr     Display_Option
                jsr     DP_to_C8
                lda     <Vec_Counter_2
                beq     .done
                lda     <Vec_Buttons
                ldb     <Vec_Select_Hold
                beq     .ready
                tsta                    ; a button that is already held does not count
                bne     .restart
                clr     <Vec_Select_Hold
.ready          ldb     <Vec_Counter_1
                bne     .frame
                bita    #1
                bne     .player
                bita    #2
                bne     .game
                bita    #4
                bne     .back
                anda    #8
                beq     .frame
.done           jmp     select_end

.player         ldx     #Vec_Num_Players
                bra     .up

.game           ldx     #Vec_Num_Game
.up             lda     ,x
                beq     .frame          ; not asked for: its buttons do nothing
                inca
                cmpa    Vec_Max_Players-Vec_Num_Players,x
                bls     .put
                lda     #1
.put            sta     ,x
                bra     .restart

.back           lda     <Vec_Num_Game
                beq     .frame
                deca
                bne     .store
                lda     <Vec_Max_Games
.store          sta     <Vec_Num_Game
                bra     .restart

; Display_Option: a number and the word for it; nothing if the number is 0
;   in       A = number, Y -> y, x of the number; y, x of the word, text, $80
;            Vec_Text_HW, DP = $D0
;   out      Y 2 on (unless A = 0), Vec_Select_Text
;   changes  A B X Y U CC           keeps  S DP
;   cycles   <= 2150 + 235 each     stack  6
;   leaves   ORA = $00 or kept, ORB = $01 or kept, PCR = $CC or kept, SR = $00 or kept,
;            T1L = $7F or kept
;   ram      Vec_Misc_Count, Vec_Str_Ptr, Vec_Select_Text
                org     $F835
Display_Option  ldx     #Vec_Select_Text
                pshs    a
                bsr     Clear_Score
                lda     ,s+
                beq     score_end
                bsr     Add_Score_a
                tfr     x,u
                ldd     ,y++
                jsr     Print_Str_d
                tfr     y,u
                jsr     Print_Str_yx
                rts
