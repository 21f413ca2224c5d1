; psg.asm: the sound chip AY-3-8912
;
; what:     the tests of the topic psg; each is a routine that returns D
; DP:       $D0; the VIA is as `quiet` in framework.asm leaves it
; sources:  [AY] is tests/reference/ay: masks that were measured on an AY-3-8910
;
; The comments that begin with ;@test are read by roms/accuracy_tables.py: number, grade, expected
; value, sentence, source.  t is the cycle of the write that starts, N the value of the latch.

;@test 1 silicon $00FF "REGISTER 0 READS BACK $FF" [AY], read-back masks
psg_1           lda     #0
                ldb     #$FF
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 2 silicon $0015 "REGISTER 0 READS BACK $15" [AY], read-back masks
psg_2           lda     #0
                ldb     #$15
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 3 unconfirmed $000F "REGISTER 1 READS BACK $0F" [AY], read-back masks
psg_3           lda     #1
                ldb     #$FF
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 4 unconfirmed $0005 "REGISTER 1 READS BACK $05" [AY], read-back masks
psg_4           lda     #1
                ldb     #$15
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 5 silicon $00FF "REGISTER 2 READS BACK $FF" [AY], read-back masks
psg_5           lda     #2
                ldb     #$FF
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 6 silicon $0015 "REGISTER 2 READS BACK $15" [AY], read-back masks
psg_6           lda     #2
                ldb     #$15
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 7 unconfirmed $000F "REGISTER 3 READS BACK $0F" [AY], read-back masks
psg_7           lda     #3
                ldb     #$FF
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 8 unconfirmed $0005 "REGISTER 3 READS BACK $05" [AY], read-back masks
psg_8           lda     #3
                ldb     #$15
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 9 silicon $00FF "REGISTER 4 READS BACK $FF" [AY], read-back masks
psg_9           lda     #4
                ldb     #$FF
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 10 silicon $0015 "REGISTER 4 READS BACK $15" [AY], read-back masks
psg_10          lda     #4
                ldb     #$15
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 11 unconfirmed $000F "REGISTER 5 READS BACK $0F" [AY], read-back masks
psg_11          lda     #5
                ldb     #$FF
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 12 unconfirmed $0005 "REGISTER 5 READS BACK $05" [AY], read-back masks
psg_12          lda     #5
                ldb     #$15
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 13 unconfirmed $001F "REGISTER 6 READS BACK $1F" [AY], read-back masks
psg_13          lda     #6
                ldb     #$FF
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 14 unconfirmed $0015 "REGISTER 6 READS BACK $15" [AY], read-back masks
psg_14          lda     #6
                ldb     #$15
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 15 silicon $00BF "REGISTER 7 READS BACK $BF" [AY], read-back masks
psg_15          lda     #7
                ldb     #$BF
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 16 silicon $0015 "REGISTER 7 READS BACK $15" [AY], read-back masks
psg_16          lda     #7
                ldb     #$15
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 17 unconfirmed $001F "REGISTER 8 READS BACK $1F" [AY], read-back masks
psg_17          lda     #8
                ldb     #$FF
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 18 unconfirmed $0015 "REGISTER 8 READS BACK $15" [AY], read-back masks
psg_18          lda     #8
                ldb     #$15
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 19 unconfirmed $001F "REGISTER 9 READS BACK $1F" [AY], read-back masks
psg_19          lda     #9
                ldb     #$FF
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 20 unconfirmed $0015 "REGISTER 9 READS BACK $15" [AY], read-back masks
psg_20          lda     #9
                ldb     #$15
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 21 unconfirmed $001F "REGISTER 10 READS BACK $1F" [AY], read-back masks
psg_21          lda     #10
                ldb     #$FF
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 22 unconfirmed $0015 "REGISTER 10 READS BACK $15" [AY], read-back masks
psg_22          lda     #10
                ldb     #$15
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 23 silicon $00FF "REGISTER 11 READS BACK $FF" [AY], read-back masks
psg_23          lda     #11
                ldb     #$FF
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 24 silicon $0015 "REGISTER 11 READS BACK $15" [AY], read-back masks
psg_24          lda     #11
                ldb     #$15
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 25 silicon $00FF "REGISTER 12 READS BACK $FF" [AY], read-back masks
psg_25          lda     #12
                ldb     #$FF
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 26 silicon $0015 "REGISTER 12 READS BACK $15" [AY], read-back masks
psg_26          lda     #12
                ldb     #$15
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 27 unconfirmed $000F "REGISTER 13 READS BACK $0F" [AY], read-back masks
psg_27          lda     #13
                ldb     #$FF
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 28 unconfirmed $0005 "REGISTER 13 READS BACK $05" [AY], read-back masks
psg_28          lda     #13
                ldb     #$15
                jsr     psg_write
                jsr     psg_read
                clra
                rts

;@test 29 board $00FF "PORT A READS $FF WHEN NO BUTTON IS PRESSED" [service manual] buttons
psg_29          lda     #7
                ldb     #$3F
                jsr     psg_write
                lda     #14
                jsr     psg_latch
                jsr     psg_read
                clra
                rts

;@test 30 unconfirmed $0012 "AN ADDRESS WITH HIGH BITS SELECTS NO REGISTER" [AY], address
psg_30          lda     #0
                ldb     #$12
                jsr     psg_write
                lda     #$10
                ldb     #$34
                jsr     psg_write
                lda     #0
                jsr     psg_latch
                jsr     psg_read
                clra
                rts

;@test 31 required $0034 "A LATCHED ADDRESS STAYS FOR A SECOND WRITE" [AY], bus control
psg_31          lda     #0
                ldb     #$12
                jsr     psg_write
                ldb     #$34
                jsr     psg_data
                jsr     psg_read
                clra
                rts

;@test 32 required $0012 "WITH BDIR AND BC1 LOW NOTHING IS WRITTEN" [AY], bus control
psg_32          lda     #0
                ldb     #$12
                jsr     psg_write
                lda     #$77
                sta     <VIA_port_a
                nop
                nop
                jsr     psg_read
                clra
                rts

;@test 33 unconfirmed $005A "PORT A AS AN OUTPUT READS WHAT WAS WRITTEN" [AY-3-8910 data sheet]
psg_33          lda     #14
                ldb     #$5A
                jsr     psg_write
                lda     #7
                ldb     #$7F
                jsr     psg_write
                lda     #14
                jsr     psg_latch
                jsr     psg_read        ; which makes the port an input again
                clra
                rts

;@test 34 board $00FF "PORT A AS AN INPUT DOES NOT READ WHAT WAS WRITTEN" [AY-3-8910 data sheet]
psg_34          lda     #14
                ldb     #$5A
                jsr     psg_write
                lda     #7
                ldb     #$3F
                jsr     psg_write
                lda     #14
                jsr     psg_latch
                jsr     psg_read
                clra
                rts

; psg_write: write B to register A, which stays latched
psg_write       bsr     psg_latch

; psg_data: write B to the latched register
psg_data        stb     <VIA_port_a
                ldb     #$91            ; BDIR
                stb     <VIA_port_b
                ldb     #$81
                stb     <VIA_port_b
                rts

; psg_latch: latch the address A; changes A
psg_latch       sta     <VIA_port_a
                lda     #$99            ; BDIR and BC1
                sta     <VIA_port_b
                lda     #$81
                sta     <VIA_port_b
                rts

; psg_read: B = the latched register; silences the chip; changes A
psg_read        clra
                sta     <VIA_DDR_a
                lda     #$89            ; BC1
                sta     <VIA_port_b
                nop
                ldb     <VIA_port_a
                lda     #$81
                sta     <VIA_port_b
                lda     #$FF
                sta     <VIA_DDR_a
                pshs    b
                ldd     #$073F
                bsr     psg_write
                puls    b
                rts
