; cpu-bus.asm: which accesses instructions make, seen by flags of the VIA
;
; what:     the tests of the topic cpu-bus; each is a routine that returns D
; DP:       $D0; the VIA is as `quiet` in framework.asm leaves it
; sources:  [MC6809E] and [CPU] are in docs/sources.md
;
; The comments that begin with ;@test are read by roms/accuracy_tables.py: number, grade, expected
; value, sentence, source.  t is the cycle of the write that starts, N the value of the latch.

;@test 1 required $0000 "NEG READS BEFORE IT WRITES: THE FLAG IS CLEARED" [MC6809E]
cpu_bus_1       lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                neg     <VIA_t1_cnt_lo
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 2 required $0000 "COM READS BEFORE IT WRITES: THE FLAG IS CLEARED" [MC6809E]
cpu_bus_2       lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                com     <VIA_t1_cnt_lo
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 3 required $0000 "LSR READS BEFORE IT WRITES: THE FLAG IS CLEARED" [MC6809E]
cpu_bus_3       lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                lsr     <VIA_t1_cnt_lo
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 4 required $0000 "ROR READS BEFORE IT WRITES: THE FLAG IS CLEARED" [MC6809E]
cpu_bus_4       lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                ror     <VIA_t1_cnt_lo
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 5 required $0000 "ASR READS BEFORE IT WRITES: THE FLAG IS CLEARED" [MC6809E]
cpu_bus_5       lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                asr     <VIA_t1_cnt_lo
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 6 required $0000 "ASL READS BEFORE IT WRITES: THE FLAG IS CLEARED" [MC6809E]
cpu_bus_6       lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                asl     <VIA_t1_cnt_lo
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 7 required $0000 "ROL READS BEFORE IT WRITES: THE FLAG IS CLEARED" [MC6809E]
cpu_bus_7       lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                rol     <VIA_t1_cnt_lo
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 8 required $0000 "DEC READS BEFORE IT WRITES: THE FLAG IS CLEARED" [MC6809E]
cpu_bus_8       lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                dec     <VIA_t1_cnt_lo
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 9 required $0000 "INC READS BEFORE IT WRITES: THE FLAG IS CLEARED" [MC6809E]
cpu_bus_9       lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                inc     <VIA_t1_cnt_lo
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 10 silicon $0000 "CLR READS BEFORE IT WRITES: THE FLAG IS CLEARED" [CPU 22]
cpu_bus_10      lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                clr     <VIA_t1_cnt_lo
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 11 required $0000 "TST READS BEFORE IT WRITES: THE FLAG IS CLEARED" [MC6809E]
cpu_bus_11      lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                tst     <VIA_t1_cnt_lo
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 12 required $0000 "NEG WITH AN INDEX READS BEFORE IT WRITES" [MC6809E]
cpu_bus_12      lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                ldx     #$D000
                neg     4,x
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 13 required $0000 "COM WITH AN INDEX READS BEFORE IT WRITES" [MC6809E]
cpu_bus_13      lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                ldx     #$D000
                com     4,x
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 14 required $0000 "LSR WITH AN INDEX READS BEFORE IT WRITES" [MC6809E]
cpu_bus_14      lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                ldx     #$D000
                lsr     4,x
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 15 required $0000 "ROR WITH AN INDEX READS BEFORE IT WRITES" [MC6809E]
cpu_bus_15      lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                ldx     #$D000
                ror     4,x
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 16 required $0000 "ASR WITH AN INDEX READS BEFORE IT WRITES" [MC6809E]
cpu_bus_16      lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                ldx     #$D000
                asr     4,x
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 17 required $0000 "ASL WITH AN INDEX READS BEFORE IT WRITES" [MC6809E]
cpu_bus_17      lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                ldx     #$D000
                asl     4,x
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 18 required $0000 "ROL WITH AN INDEX READS BEFORE IT WRITES" [MC6809E]
cpu_bus_18      lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                ldx     #$D000
                rol     4,x
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 19 required $0000 "DEC WITH AN INDEX READS BEFORE IT WRITES" [MC6809E]
cpu_bus_19      lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                ldx     #$D000
                dec     4,x
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 20 required $0000 "INC WITH AN INDEX READS BEFORE IT WRITES" [MC6809E]
cpu_bus_20      lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                ldx     #$D000
                inc     4,x
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 21 silicon $0000 "CLR WITH AN INDEX READS BEFORE IT WRITES" [CPU 22]
cpu_bus_21      lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                ldx     #$D000
                clr     4,x
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 22 required $0000 "TST WITH AN INDEX READS BEFORE IT WRITES" [MC6809E]
cpu_bus_22      lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                ldx     #$D000
                tst     4,x
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 23 required $0040 "STA DOES NOT READ: THE FLAG STAYS" [MC6809E]
cpu_bus_23      lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                sta     <VIA_t1_cnt_lo
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 24 required $0040 "STD DOES NOT READ: THE FLAG STAYS" [MC6809E]
cpu_bus_24      lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                ldx     #$D003
                ldd     #$FF04
                std     ,x
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 25 required $0040 "LEAX DOES NOT READ: THE FLAG STAYS" [MC6809E]
cpu_bus_25      lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                leax    >VIA_t1_cnt_lo,pcr
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 26 required $0000 "LDD READS BOTH BYTES" [MC6809E]
cpu_bus_26      lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                ldx     #$D003
                ldd     ,x
                ldb     <VIA_int_flags
                andb    #$40
                clra
                rts

;@test 27 required $0050 "STD WRITES THE HIGH BYTE FIRST: T2 TAKES THE NEW LATCH" [MC6809E]
cpu_bus_27      ldd     #$9000
                sta     <VIA_t2_lo
                lda     #$50
                std     <VIA_t2_lo
                ldb     <VIA_t2_lo
                andb    #$F0
                addb    #$10
                clra
                rts

;@test 28 silicon $0090 "PSHU WRITES THE LOW BYTE FIRST: T2 TAKES THE OLD LATCH" [CPU 23]
cpu_bus_28      ldd     #$9000
                sta     <VIA_t2_lo
                lda     #$50
                ldu     #$D00A
                pshu    d
                ldb     <VIA_t2_lo
                andb    #$F0
                addb    #$10
                clra
                rts
