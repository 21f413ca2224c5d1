; via-timers.asm: the two timers of the 6522
;
; what:     the tests of the topic via-timers; each is a routine that returns D
; DP:       $D0; the VIA is as `quiet` in framework.asm leaves it
; sources:  [VIA n] is row n of the facts in tests/reference/via; [R6522] is in docs/sources.md
;
; The comments that begin with ;@test are read by roms/accuracy_tables.py: number, grade, expected
; value, sentence, source.  t is the cycle of the write that starts, N the value of the latch.

;@test 1 silicon $004D "T1 READS N-3 FOUR CYCLES AFTER T1C-H IS WRITTEN" [VIA 1]
via_timers_1    ldd     #$5000
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                ldb     <VIA_t1_cnt_lo
                clra
                rts

;@test 2 required $0012 "THE HIGH BYTE OF T1 IS WHAT WAS WRITTEN" [R6522], T1
via_timers_2    ldd     #$5012
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                ldb     <VIA_t1_cnt_hi
                clra
                rts

;@test 3 required $0034 "T1L-L READS THE LOW LATCH" [R6522], T1
via_timers_3    ldb     #$34
                stb     <VIA_t1_lch_lo
                ldb     <VIA_t1_lch_lo
                clra
                rts

;@test 4 required $0056 "T1L-H READS THE HIGH LATCH" [R6522], T1
via_timers_4    ldb     #$56
                stb     <VIA_t1_lch_hi
                ldb     <VIA_t1_lch_hi
                clra
                rts

;@test 5 required $009A "A WRITE OF T1C-L GOES TO THE LATCH" [R6522], T1
via_timers_5    ldb     #$9A
                stb     <VIA_t1_cnt_lo
                ldb     <VIA_t1_lch_lo
                clra
                rts

;@test 6 required $0078 "A WRITE OF T1C-H GOES TO THE LATCH TOO" [R6522], T1
via_timers_6    ldb     #$78
                stb     <VIA_t1_cnt_hi
                ldb     <VIA_t1_lch_hi
                clra
                rts

;@test 7 silicon $0049 "A WRITE OF T1L-L DOES NOT TOUCH THE COUNTER" [VIA 3]
via_timers_7    ldd     #$5000
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                stb     <VIA_t1_lch_lo
                ldb     <VIA_t1_cnt_lo
                clra
                rts

;@test 8 silicon $0049 "A WRITE OF T1L-H DOES NOT RESTART THE COUNTER" [VIA 6]
via_timers_8    ldd     #$5000
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                stb     <VIA_t1_lch_hi
                ldb     <VIA_t1_cnt_lo
                clra
                rts

;@test 9 silicon $0040 "THE FLAG OF T1 READS 1 AT T+N+2" [VIA 2]
via_timers_9    ldd     #$1200
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 10 silicon $0000 "THE FLAG OF T1 READS 0 AT T+N+1" [VIA 2]
via_timers_10   ldd     #$1300
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 11 silicon $0000 "T1 READS 0 AT T+N+1" [VIA 1]
via_timers_11   ldd     #$1300
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_t1_cnt_lo
                clra
                rts

;@test 12 silicon $00FF "T1 READS $FF AT T+N+2" [VIA 1]
via_timers_12   ldd     #$1200
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_t1_cnt_lo
                clra
                rts

;@test 13 silicon $0011 "T1 READS N AGAIN AT T+N+3, ALSO IN ONE-SHOT MODE" [VIA 1]
via_timers_13   ldd     #$1100
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_t1_cnt_lo
                clra
                rts

;@test 14 required $0000 "ONE-SHOT: T1 SETS ITS FLAG ONLY ONCE" [VIA 4]
via_timers_14   ldd     #$0400
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                lda     <VIA_t1_cnt_lo
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 15 required $0040 "FREE RUN: T1 SETS ITS FLAG AGAIN" [R6522], T1
via_timers_15   lda     #$40
                sta     <VIA_aux_cntl
                ldd     #$0400
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                lda     <VIA_t1_cnt_lo
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 16 required $0000 "READING T1C-L CLEARS THE FLAG OF T1" [VIA 6]
via_timers_16   ldd     #$0400
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                lda     #$7F
                lda     <VIA_t1_cnt_lo
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 17 silicon $0040 "READING T1C-H KEEPS THE FLAG OF T1" [VIA 6]
via_timers_17   ldd     #$0400
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                lda     #$7F
                lda     <VIA_t1_cnt_hi
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 18 silicon $0040 "READING T1L-L KEEPS THE FLAG OF T1" [VIA 6]
via_timers_18   ldd     #$0400
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                lda     #$7F
                lda     <VIA_t1_lch_lo
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 19 silicon $0040 "READING T1L-H KEEPS THE FLAG OF T1" [VIA 6]
via_timers_19   ldd     #$0400
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                lda     #$7F
                lda     <VIA_t1_lch_hi
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 20 silicon $0040 "WRITING T1C-L KEEPS THE FLAG OF T1" [VIA 6]
via_timers_20   ldd     #$0400
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                lda     #$7F
                sta     <VIA_t1_cnt_lo
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 21 silicon $0040 "WRITING T1L-L KEEPS THE FLAG OF T1" [VIA 6]
via_timers_21   ldd     #$0400
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                lda     #$7F
                sta     <VIA_t1_lch_lo
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 22 silicon $0000 "WRITING T1L-H CLEARS THE FLAG OF T1" [VIA 6]
via_timers_22   ldd     #$0400
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                lda     #$7F
                sta     <VIA_t1_lch_hi
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 23 required $0000 "WRITING T1C-H CLEARS THE FLAG OF T1" [VIA 6]
via_timers_23   ldd     #$0400
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                lda     #$7F
                sta     <VIA_t1_cnt_hi
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 24 required $0000 "WRITING A 1 TO BIT 6 OF IFR CLEARS THE FLAG OF T1" [R6522], IFR
via_timers_24   ldd     #$0400
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                lda     #$40
                sta     <VIA_int_flags
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 25 required $0040 "WRITING A 0 TO BIT 6 OF IFR KEEPS THE FLAG OF T1" [R6522], IFR
via_timers_25   ldd     #$0400
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                lda     #$3F
                sta     <VIA_int_flags
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 26 silicon $0000 "ACR7: PB7 IS 0 AFTER T1C-H IS WRITTEN" [VIA 10]
via_timers_26   lda     #$80
                sta     <VIA_aux_cntl
                ldd     #$5000
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                ldb     <VIA_port_b
                andb    #$80
                clra
                rts

;@test 27 silicon $0080 "ACR7: PB7 IS 1 AGAIN AFTER THE TIME-OUT" [VIA 10]
via_timers_27   lda     #$80
                sta     <VIA_aux_cntl
                ldd     #$0800
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_port_b
                andb    #$80
                clra
                rts

;@test 28 silicon $0080 "ONE-SHOT: PB7 STAYS 1 AT LATER TIME-OUTS" [VIA 11]
via_timers_28   lda     #$80
                sta     <VIA_aux_cntl
                ldd     #$0800
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_port_b
                andb    #$80
                clra
                rts

;@test 29 silicon $0000 "FREE RUN: PB7 IS 0 AGAIN AFTER TWO TIME-OUTS" [VIA 10]
via_timers_29   lda     #$C0
                sta     <VIA_aux_cntl
                ldd     #$0800
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
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
                ldb     <VIA_port_b
                andb    #$80
                clra
                rts

;@test 30 silicon $0080 "PB7 FOLLOWS ORB AGAIN WHEN ACR7 IS 0" [R6522], ACR
via_timers_30   lda     #$80
                sta     <VIA_aux_cntl
                ldd     #$5000
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                clra
                sta     <VIA_aux_cntl
                ldb     <VIA_port_b
                andb    #$80
                clra
                rts

;@test 31 silicon $004D "T2 READS N-3 FOUR CYCLES AFTER T2C-H IS WRITTEN" [VIA 12]
via_timers_31   ldd     #$5000
                sta     <VIA_t2_lo
                stb     <VIA_t2_hi
                ldb     <VIA_t2_lo
                clra
                rts

;@test 32 required $0012 "THE HIGH BYTE OF T2 IS WHAT WAS WRITTEN" [R6522], T2
via_timers_32   ldd     #$5012
                sta     <VIA_t2_lo
                stb     <VIA_t2_hi
                ldb     <VIA_t2_hi
                clra
                rts

;@test 33 silicon $0020 "THE FLAG OF T2 READS 1 AT T+N+2" [VIA 12]
via_timers_33   ldd     #$1200
                sta     <VIA_t2_lo
                stb     <VIA_t2_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_int_flags
                andb    #$20
                clra
                rts

;@test 34 silicon $0000 "THE FLAG OF T2 READS 0 AT T+N+1" [VIA 12]
via_timers_34   ldd     #$1300
                sta     <VIA_t2_lo
                stb     <VIA_t2_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_int_flags
                andb    #$20
                clra
                rts

;@test 35 silicon $00FF "T2 READS $FF AT T+N+2" [VIA 12]
via_timers_35   ldd     #$1200
                sta     <VIA_t2_lo
                stb     <VIA_t2_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_t2_lo
                clra
                rts

;@test 36 silicon $00FE "T2 IS NOT LOADED AGAIN: $FE AT T+N+3" [VIA 12]
via_timers_36   ldd     #$1100
                sta     <VIA_t2_lo
                stb     <VIA_t2_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_t2_lo
                clra
                rts

;@test 37 silicon $00FF "THE HIGH BYTE OF T2 COUNTS DOWN PAST 0" [VIA 12]
via_timers_37   ldd     #$1100
                sta     <VIA_t2_lo
                stb     <VIA_t2_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_t2_hi
                clra
                rts

;@test 38 silicon $0049 "A WRITE OF T2C-L DOES NOT TOUCH THE COUNTER" [VIA 12]
via_timers_38   ldd     #$5000
                sta     <VIA_t2_lo
                stb     <VIA_t2_hi
                stb     <VIA_t2_lo
                ldb     <VIA_t2_lo
                clra
                rts

;@test 39 required $0000 "READING T2C-L CLEARS THE FLAG OF T2" [R6522], IFR
via_timers_39   ldd     #$0400
                sta     <VIA_t2_lo
                stb     <VIA_t2_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                lda     <VIA_t2_lo
                ldb     <VIA_int_flags
                andb    #$20
                clra
                rts

;@test 40 required $0000 "WRITING T2C-H CLEARS THE FLAG OF T2" [R6522], IFR
via_timers_40   ldd     #$0400
                sta     <VIA_t2_lo
                stb     <VIA_t2_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                lda     #$7F
                sta     <VIA_t2_hi
                ldb     <VIA_int_flags
                andb    #$20
                clra
                rts

;@test 41 required $0020 "READING T2C-H KEEPS THE FLAG OF T2" [R6522], IFR
via_timers_41   ldd     #$0400
                sta     <VIA_t2_lo
                stb     <VIA_t2_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                lda     <VIA_t2_hi
                ldb     <VIA_int_flags
                andb    #$20
                clra
                rts

;@test 42 required $0020 "WRITING T2C-L KEEPS THE FLAG OF T2" [R6522], IFR
via_timers_42   ldd     #$0400
                sta     <VIA_t2_lo
                stb     <VIA_t2_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                sta     <VIA_t2_lo
                ldb     <VIA_int_flags
                andb    #$20
                clra
                rts

;@test 43 required $0000 "WRITING A 1 TO BIT 5 OF IFR CLEARS THE FLAG OF T2" [R6522], IFR
via_timers_43   ldd     #$0400
                sta     <VIA_t2_lo
                stb     <VIA_t2_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                lda     #$20
                sta     <VIA_int_flags
                ldb     <VIA_int_flags
                andb    #$20
                clra
                rts

;@test 44 required $0050 "ACR5: T2 STANDS STILL WITHOUT PULSES AT PB6" [R6522], T2
via_timers_44   lda     #$DF
                sta     <VIA_DDR_b
                lda     #$20
                sta     <VIA_aux_cntl
                ldd     #$5000
                sta     <VIA_t2_lo
                stb     <VIA_t2_hi
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                nop
                ldb     <VIA_t2_lo
                clra
                rts

;@test 45 silicon $004D "ACR5: T2 COUNTS THREE FALLING EDGES OF PB6" [VIA 14]
via_timers_45   lda     #$DF
                sta     <VIA_DDR_b
                lda     #$20
                sta     <VIA_aux_cntl
                ldd     #$5000
                sta     <VIA_t2_lo
                stb     <VIA_t2_hi
                lda     #$C1
                sta     <VIA_port_b
                lda     #$81
                sta     <VIA_port_b
                lda     #$C1
                sta     <VIA_port_b
                lda     #$81
                sta     <VIA_port_b
                lda     #$C1
                sta     <VIA_port_b
                lda     #$81
                sta     <VIA_port_b
                ldb     <VIA_t2_lo
                clra
                rts

;@test 46 required $0020 "READING T2C-L DOES NOT STOP T2" [R6522], T2
via_timers_46   ldd     #$1200
                sta     <VIA_t2_lo
                stb     <VIA_t2_hi
                lda     <VIA_t2_lo
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
                andb    #$20
                clra
                rts

;@test 47 required $0040 "READING T1C-L DOES NOT STOP T1" [R6522], T1
via_timers_47   ldd     #$1200
                sta     <VIA_t1_cnt_lo
                stb     <VIA_t1_cnt_hi
                lda     <VIA_t1_cnt_lo
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
                andb    #$40
                clra
                rts
