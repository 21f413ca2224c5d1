; small_game: a game as a tutorial would write it, with the routines of the ROM alone

                include "../strict/case.inc"

SHIP_SCALE      equ     $20
ROCK_COUNT      equ     3
ROCK_BYTES      equ     3               ; y, x, speed
SHOT_SPEED      equ     4
TUNE            equ     $FD1D

                bss
                org     $C880
ship_x          rmb     1
ship_y          rmb     1
shot_y          rmb     1               ; 0: no shot
shot_x          rmb     1
lives           rmb     1
score           rmb     7
rocks           rmb     ROCK_COUNT*ROCK_BYTES
rock_left       rmb     1
frames          rmb     1

                code
                jsr     game_begin
main            jsr     music_step
                jsr     Wait_Recal
                setdp   $D0
                jsr     Do_Sound
                jsr     Intensity_5F
                jsr     ship_draw
                jsr     rocks_draw
                jsr     shot_draw
                jsr     score_draw
                jsr     ship_steer
                jsr     shot_fire
                jsr     rocks_move
                inc     frames
                bra     main

game_begin      lda     #3
                sta     lives
                clr     ship_x
                clr     shot_y
                clr     shot_x
                clr     frames
                lda     #-80
                sta     ship_y
                ldx     #score
                jsr     Clear_Score
                ldx     #rocks
                ldu     #rocks_first
                lda     #ROCK_COUNT*ROCK_BYTES
                jsr     Move_Mem_a
                lda     #1
                sta     >Vec_Music_Flag
                clr     >Vec_Joy_Mux_2_X
                clr     >Vec_Joy_Mux_2_Y
                rts

music_step      jsr     DP_to_C8
                setdp   $C8
                lda     <Vec_Expl_Flag
                bmi     music_bang
                ldu     #TUNE
                jsr     Init_Music_chk
                rts
music_bang      ldu     #bang
                jsr     Explosion_Snd
                rts

                setdp   $D0
ship_draw       jsr     Reset0Ref
                lda     #$7F
                sta     <VIA_t1_cnt_lo
                lda     ship_y
                ldb     ship_x
                jsr     Moveto_d
                lda     #SHIP_SCALE
                sta     <VIA_t1_cnt_lo
                ldx     #ship
                jsr     Draw_VLc
                jsr     Reset0Ref
                rts

rocks_draw      lda     #ROCK_COUNT
                sta     rock_left
                ldy     #rocks
rock_next       jsr     Reset0Ref
                lda     ,y
                ldb     1,y
                jsr     Moveto_d_7F
                lda     #$18
                sta     <VIA_t1_cnt_lo
                ldx     #rock
                jsr     Draw_VLp
                leay    ROCK_BYTES,y
                dec     rock_left
                bne     rock_next
                jsr     Reset0Ref
                rts

shot_draw       lda     shot_y
                beq     shot_none
                ldb     shot_x
                jsr     Dot_d
                jsr     Reset0Ref
shot_none       rts

score_draw      ldd     #$FC38
                std     >Vec_Text_HW
                ldd     #$70A0
                ldu     #score
                jsr     Print_Str_d
                ldu     #title
                jsr     Print_Str_yx
                jsr     Reset0Ref
                rts

ship_steer      jsr     Joy_Digital
                lda     >Vec_Joy_1_X
                beq     steer_end
                bmi     steer_left
                lda     ship_x
                cmpa    #100
                bge     steer_end
                inc     ship_x
                rts
steer_left      lda     ship_x
                cmpa    #-100
                ble     steer_end
                dec     ship_x
steer_end       rts

shot_fire       jsr     Read_Btns
                lda     >Vec_Buttons
                anda    #$0F
                beq     shot_move
                lda     shot_y
                bne     shot_move
                lda     ship_x
                sta     shot_x
                lda     ship_y
                sta     shot_y
shot_move       lda     shot_y
                beq     fire_end
                adda    #SHOT_SPEED
                cmpa    #100
                blt     shot_up
                clra
                ldx     #score
                ldd     #$0010
                jsr     Add_Score_d
                clra
shot_up         sta     shot_y
fire_end        rts

rocks_move      ldx     #rocks
                ldb     #ROCK_COUNT
rock_fall       lda     ,x
                suba    2,x
                cmpa    #-100
                bgt     rock_stays
                lda     #90
rock_stays      sta     ,x
                leax    ROCK_BYTES,x
                decb
                bne     rock_fall
                rts

ship            fcb     3
                fcb     40,20
                fcb     -40,20
                fcb     0,-20
                fcb     0,-20
rock            fcb     0,30,30
                fcb     $FF,-60,0
                fcb     $FF,0,-60
                fcb     $FF,60,0
                fcb     $FF,0,60
                fcb     1
rocks_first     fcb     90,-60,1
                fcb     40,10,2
                fcb     70,70,1
title           fcb     -100,-60
                fcc     "SMALL GAME"
                fcb     $80
bang            fcb     $19,$3F,0,2
