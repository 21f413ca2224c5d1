; cards.asm: shows cards, which a person compares with the picture or the sound on the page
;
; what:     buttons 2 and 3 choose a card, button 1 leads to the menu
; DP:       $D0
; needs:    a table of cards: fcb number of cards; for each, fdb name, routine that draws it;
;           buttons 2 and 3 do not wrap, so that the first and the last card are seen to be that

NAME_Y          equ     112
NAME_X          equ     -112

; cards_run: show the cards of the topic at U for ever
cards_run       stu     v_topic
                clr     v_card
                clr     v_sounding
                jsr     Init_VIA
.frame          jsr     frame
                ldd     #$F848          ; small letters
                std     Vec_Text_HW
                jsr     Read_Btns
                tst     Vec_Button_1_1
                beq     .stay
                jsr     Clear_Sound
                jsr     back_to_menu
.stay           ldu     v_topic
                ldu     4,u
                lda     v_card
                tst     Vec_Button_1_3
                beq     .back
                inca
                cmpa    ,u
                blo     .put
.back           tst     Vec_Button_1_2
                beq     .card
                lda     v_card
                beq     .card
                deca
.put            sta     v_card
.card           ldb     v_card
                aslb
                aslb
                leau    1,u
                leau    b,u
                pshs    u
                jsr     [2,u]
                jsr     Reset0Ref
                jsr     Intensity_5F
                ldd     #$F848
                std     Vec_Text_HW
                puls    u
                ldu     ,u
                ldd     #NAME_Y<<8|NAME_X&$FF
                jsr     Print_Str_d
                bra     .frame
