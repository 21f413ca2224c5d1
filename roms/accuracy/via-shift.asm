; via-shift.asm: the shift register of the 6522
;
; what:     the tests of the topic via-shift; each is a routine that returns D
; DP:       $D0; the VIA is as `quiet` in framework.asm leaves it
; sources:  [VIA n] is row n of the facts in tests/reference/via; [R6522] is in docs/sources.md
;
; The comments that begin with ;@test are read by roms/accuracy_tables.py: number, grade, expected
; value, sentence, source.  t is the cycle of the write that starts, N the value of the latch.

;@test 1 silicon $00A5 "MODE 0: SR KEEPS WHAT WAS WRITTEN" [VIA 22]
via_shift_1     lda     #$00
                sta     <VIA_aux_cntl
                ldb     #$A5
                stb     <VIA_shift_reg
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_shift_reg
                clra
                rts

;@test 2 silicon $00A5 "MODE 3: SR KEEPS WHAT WAS WRITTEN" [VIA 22]
via_shift_2     lda     #$0C
                sta     <VIA_aux_cntl
                ldb     #$A5
                stb     <VIA_shift_reg
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_shift_reg
                clra
                rts

;@test 3 silicon $00A5 "MODE 7: SR KEEPS WHAT WAS WRITTEN" [VIA 22]
via_shift_3     lda     #$1C
                sta     <VIA_aux_cntl
                ldb     #$A5
                stb     <VIA_shift_reg
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_shift_reg
                clra
                rts

;@test 4 silicon $0096 "MODE 6: SR IS SHIFTED TWICE AT T+4" [VIA 17]
via_shift_4     lda     #$18
                sta     <VIA_aux_cntl
                ldb     #$A5
                stb     <VIA_shift_reg
                ldb     <VIA_shift_reg
                clra
                rts

;@test 5 silicon $002D "MODE 6: SR IS SHIFTED THREE TIMES AT T+6" [VIA 17]
via_shift_5     lda     #$18
                sta     <VIA_aux_cntl
                ldb     #$A5
                stb     <VIA_shift_reg
                nop
                ldb     <VIA_shift_reg
                clra
                rts

;@test 6 silicon $00D2 "MODE 6: SR IS SHIFTED SEVEN TIMES AT T+14" [VIA 17]
via_shift_6     lda     #$18
                sta     <VIA_aux_cntl
                ldb     #$A5
                stb     <VIA_shift_reg
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_shift_reg
                clra
                rts

;@test 7 silicon $00A5 "MODE 6: EIGHT SHIFTS RESTORE SR" [VIA 17]
via_shift_7     lda     #$18
                sta     <VIA_aux_cntl
                ldb     #$A5
                stb     <VIA_shift_reg
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_shift_reg
                clra
                rts

;@test 8 silicon $00A5 "MODE 6: A READ WHILE BUSY DOES NOT RESTART" [VIA 19]
via_shift_8     lda     #$18
                sta     <VIA_aux_cntl
                ldb     #$A5
                stb     <VIA_shift_reg
                lda     <VIA_shift_reg
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_shift_reg
                clra
                rts

;@test 9 required $0004 "MODE 6: THE FLAG OF SR IS SET AFTER EIGHT SHIFTS" [R6522], SR
via_shift_9     lda     #$18
                sta     <VIA_aux_cntl
                ldb     #$A5
                stb     <VIA_shift_reg
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_int_flags
                andb    #$04
                clra
                rts

;@test 10 required $0000 "MODE 6: THE FLAG OF SR IS NOT SET WHILE IT SHIFTS" [R6522], SR
via_shift_10    lda     #$18
                sta     <VIA_aux_cntl
                ldb     #$A5
                stb     <VIA_shift_reg
                nop
                nop
                ldb     <VIA_int_flags
                andb    #$04
                clra
                rts

;@test 11 required $0000 "READING SR CLEARS ITS FLAG" [R6522], SR
via_shift_11    lda     #$18
                sta     <VIA_aux_cntl
                ldb     #$A5
                stb     <VIA_shift_reg
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                lda     <VIA_shift_reg
                ldb     <VIA_int_flags
                andb    #$04
                clra
                rts

;@test 12 required $0000 "WRITING SR CLEARS ITS FLAG" [R6522], SR
via_shift_12    lda     #$18
                sta     <VIA_aux_cntl
                ldb     #$A5
                stb     <VIA_shift_reg
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                sta     <VIA_shift_reg
                ldb     <VIA_int_flags
                andb    #$04
                clra
                rts

;@test 13 required $0000 "WRITING A 1 TO BIT 2 OF IFR CLEARS THE FLAG OF SR" [R6522], IFR
via_shift_13    lda     #$18
                sta     <VIA_aux_cntl
                ldb     #$A5
                stb     <VIA_shift_reg
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                lda     #$04
                sta     <VIA_int_flags
                ldb     <VIA_int_flags
                andb    #$04
                clra
                rts

;@test 14 silicon $00A5 "A CHANGE FROM MODE 0 TO MODE 6 DOES NOT START A SHIFT" [VIA 20]
via_shift_14    ldd     #$18A5
                stb     <VIA_shift_reg
                sta     <VIA_aux_cntl
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_shift_reg
                clra
                rts

;@test 15 silicon $00A5 "MODE 5: SR SHIFTS EIGHT TIMES AND STOPS" [R6522], SR
via_shift_15    lda     #$14
                sta     <VIA_aux_cntl
                ldd     #$0400
                sta     <VIA_t2_lo
                stb     <VIA_t2_hi
                ldb     #$A5
                stb     <VIA_shift_reg
                lda     #50
.wait           deca
                bne     .wait
                ldb     <VIA_shift_reg
                clra
                rts

;@test 16 required $0004 "MODE 5: THE FLAG OF SR IS SET AFTER EIGHT SHIFTS" [R6522], SR
via_shift_16    lda     #$14
                sta     <VIA_aux_cntl
                ldd     #$0400
                sta     <VIA_t2_lo
                stb     <VIA_t2_hi
                ldb     #$A5
                stb     <VIA_shift_reg
                lda     #50
.wait           deca
                bne     .wait
                ldb     <VIA_int_flags
                andb    #$04
                clra
                rts

;@test 17 required $0000 "MODE 5: THE FLAG OF SR IS NOT SET AFTER FOUR BITS" [R6522], SR
via_shift_17    lda     #$14
                sta     <VIA_aux_cntl
                ldd     #$0400
                sta     <VIA_t2_lo
                stb     <VIA_t2_hi
                ldb     #$A5
                stb     <VIA_shift_reg
                lda     #8
.wait           deca
                bne     .wait
                ldb     <VIA_int_flags
                andb    #$04
                clra
                rts

;@test 18 required $0000 "MODE 4: THE FLAG OF SR IS NEVER SET" [R6522], SR
via_shift_18    lda     #$10
                sta     <VIA_aux_cntl
                ldd     #$0400
                sta     <VIA_t2_lo
                stb     <VIA_t2_hi
                ldb     #$A5
                stb     <VIA_shift_reg
                lda     #50
.wait           deca
                bne     .wait
                ldb     <VIA_int_flags
                andb    #$04
                clra
                rts

;@test 19 required $0004 "MODE 2: THE FLAG OF SR IS SET AFTER EIGHT SHIFTS" [R6522], SR
via_shift_19    lda     #$08
                sta     <VIA_aux_cntl
                ldb     #$A5
                stb     <VIA_shift_reg
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_int_flags
                andb    #$04
                clra
                rts

;@test 20 required $0000 "MODE 2: THE FLAG OF SR IS NOT SET WHILE IT SHIFTS" [R6522], SR
via_shift_20    lda     #$08
                sta     <VIA_aux_cntl
                ldb     #$A5
                stb     <VIA_shift_reg
                nop
                nop
                ldb     <VIA_int_flags
                andb    #$04
                clra
                rts

;@test 21 required $0000 "MODE 2: READING SR CLEARS ITS FLAG" [R6522], SR
via_shift_21    lda     #$08
                sta     <VIA_aux_cntl
                ldb     #$A5
                stb     <VIA_shift_reg
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                lda     <VIA_shift_reg
                ldb     <VIA_int_flags
                andb    #$04
                clra
                rts

;@test 22 required $0004 "MODE 2: READING SR STARTS EIGHT MORE SHIFTS" [R6522], SR
via_shift_22    lda     #$08
                sta     <VIA_aux_cntl
                ldb     #$A5
                stb     <VIA_shift_reg
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                lda     <VIA_shift_reg
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_int_flags
                andb    #$04
                clra
                rts

;@test 23 required $0004 "MODE 6: READING SR STARTS EIGHT MORE SHIFTS" [R6522], SR
via_shift_23    lda     #$18
                sta     <VIA_aux_cntl
                ldb     #$A5
                stb     <VIA_shift_reg
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                lda     <VIA_shift_reg
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_int_flags
                andb    #$04
                clra
                rts

;@test 24 required $0004 "MODE 1: THE FLAG OF SR IS SET AFTER EIGHT SHIFTS" [R6522], SR
via_shift_24    lda     #$04
                sta     <VIA_aux_cntl
                ldd     #$0400
                sta     <VIA_t2_lo
                stb     <VIA_t2_hi
                ldb     #$A5
                stb     <VIA_shift_reg
                lda     #50
.wait           deca
                bne     .wait
                ldb     <VIA_int_flags
                andb    #$04
                clra
                rts

;@test 25 required $0000 "MODE 1: THE FLAG OF SR IS NOT SET AFTER FOUR BITS" [R6522], SR
via_shift_25    lda     #$04
                sta     <VIA_aux_cntl
                ldd     #$0400
                sta     <VIA_t2_lo
                stb     <VIA_t2_hi
                ldb     #$A5
                stb     <VIA_shift_reg
                lda     #8
.wait           deca
                bne     .wait
                ldb     <VIA_int_flags
                andb    #$04
                clra
                rts

;@test 26 required $0004 "MODE 1: READING SR STARTS EIGHT MORE SHIFTS" [R6522], SR
via_shift_26    lda     #$04
                sta     <VIA_aux_cntl
                ldd     #$0400
                sta     <VIA_t2_lo
                stb     <VIA_t2_hi
                ldb     #$A5
                stb     <VIA_shift_reg
                lda     #50
.wait           deca
                bne     .wait
                lda     <VIA_shift_reg
                lda     #50
.again           deca
                bne     .again
                ldb     <VIA_int_flags
                andb    #$04
                clra
                rts

;@test 27 board $0000 "MODE 3: THE FLAG OF SR IS NOT SET: NOTHING PULSES CB1" [service manual] CB1
via_shift_27    lda     #$0C
                sta     <VIA_aux_cntl
                ldb     #$A5
                stb     <VIA_shift_reg
                lda     #50
.wait           deca
                bne     .wait
                ldb     <VIA_int_flags
                andb    #$04
                clra
                rts

;@test 28 board $0000 "MODE 7: THE FLAG OF SR IS NOT SET: NOTHING PULSES CB1" [service manual] CB1
via_shift_28    lda     #$1C
                sta     <VIA_aux_cntl
                ldb     #$A5
                stb     <VIA_shift_reg
                lda     #50
.wait           deca
                bne     .wait
                ldb     <VIA_int_flags
                andb    #$04
                clra
                rts

;@test 29 required $0000 "MODE 0: THE FLAG OF SR IS NEVER SET" [R6522], SR
via_shift_29    lda     #$00
                sta     <VIA_aux_cntl
                ldb     #$A5
                stb     <VIA_shift_reg
                lda     #50
.wait           deca
                bne     .wait
                ldb     <VIA_int_flags
                andb    #$04
                clra
                rts
