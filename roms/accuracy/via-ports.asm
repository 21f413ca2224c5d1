; via-ports.asm: ports, direction registers, flags and interrupts of the 6522
;
; what:     the tests of the topic via-ports; each is a routine that returns D
; DP:       $D0; the VIA is as `quiet` in framework.asm leaves it
; sources:  [R6522] and [service manual] are in docs/sources.md
;
; The comments that begin with ;@test are read by roms/accuracy_tables.py: number, grade, expected
; value, sentence, source.  t is the cycle of the write that starts, N the value of the latch.

;@test 1 required $0055 "DDRA READS BACK $55" [R6522], registers
via_ports_1     ldb     #$55
                stb     <VIA_DDR_a
                ldb     <VIA_DDR_a
                clra
                rts

;@test 2 required $00AA "DDRA READS BACK $AA" [R6522], registers
via_ports_2     ldb     #$AA
                stb     <VIA_DDR_a
                ldb     <VIA_DDR_a
                clra
                rts

;@test 3 required $0055 "DDRB READS BACK $55" [R6522], registers
via_ports_3     ldb     #$55
                stb     <VIA_DDR_b
                ldb     <VIA_DDR_b
                clra
                rts

;@test 4 required $00AA "DDRB READS BACK $AA" [R6522], registers
via_ports_4     ldb     #$AA
                stb     <VIA_DDR_b
                ldb     <VIA_DDR_b
                clra
                rts

;@test 5 required $0041 "ACR READS BACK $41" [R6522], registers
via_ports_5     ldb     #$41
                stb     <VIA_aux_cntl
                ldb     <VIA_aux_cntl
                clra
                rts

;@test 6 required $0022 "ACR READS BACK $22" [R6522], registers
via_ports_6     ldb     #$22
                stb     <VIA_aux_cntl
                ldb     <VIA_aux_cntl
                clra
                rts

;@test 7 required $0055 "PCR READS BACK $55" [R6522], registers
via_ports_7     ldb     #$55
                stb     <VIA_cntl
                ldb     <VIA_cntl
                clra
                rts

;@test 8 required $00AA "PCR READS BACK $AA" [R6522], registers
via_ports_8     ldb     #$AA
                stb     <VIA_cntl
                ldb     <VIA_cntl
                clra
                rts

;@test 9 required $0055 "PORT A READS ITS OUTPUT $55" [R6522], ports
via_ports_9     ldb     #$55
                stb     <VIA_port_a
                ldb     <VIA_port_a
                clra
                rts

;@test 10 required $0055 "PORT A AT REGISTER 15 READS ITS OUTPUT $55" [R6522], ports
via_ports_10    ldb     #$55
                stb     <VIA_port_a_nohs
                ldb     <VIA_port_a_nohs
                clra
                rts

;@test 11 required $00AA "PORT A READS ITS OUTPUT $AA" [R6522], ports
via_ports_11    ldb     #$AA
                stb     <VIA_port_a
                ldb     <VIA_port_a
                clra
                rts

;@test 12 required $00AA "PORT A AT REGISTER 15 READS ITS OUTPUT $AA" [R6522], ports
via_ports_12    ldb     #$AA
                stb     <VIA_port_a_nohs
                ldb     <VIA_port_a_nohs
                clra
                rts

;@test 13 required $0087 "PORT B READS ITS OUTPUTS $87" [R6522], ports
via_ports_13    ldb     #$87
                stb     <VIA_port_b
                ldb     <VIA_port_b
                andb    #$9F
                clra
                rts

;@test 14 required $0081 "PORT B READS ITS OUTPUTS $81" [R6522], ports
via_ports_14    ldb     #$81
                stb     <VIA_port_b
                ldb     <VIA_port_b
                andb    #$9F
                clra
                rts

;@test 15 required $0081 "ORB IS KEPT WHILE DDRB MAKES THE PINS INPUTS" [R6522], ports
via_ports_15    ldd     #$8100
                sta     <VIA_port_b
                stb     <VIA_DDR_b
                lda     #$9F
                sta     <VIA_DDR_b
                ldb     <VIA_port_b
                andb    #$9F
                clra
                rts

;@test 16 required $0000 "A READ OF REGISTER 15 RETURNS WHAT REGISTER 1 HOLDS" [R6522], ports
via_ports_16    lda     #$3C
                sta     <VIA_port_a
                ldb     <VIA_port_a_nohs
                subb    <VIA_port_a
                clra
                rts

;@test 17 required $0080 "IER READS WITH BIT 7 SET AND NOTHING ENABLED" [R6522], IER
via_ports_17    ldb     <VIA_int_enable
                clra
                rts

;@test 18 required $00E0 "A WRITE TO IER WITH BIT 7 SETS BITS" [R6522], IER
via_ports_18    lda     #$C0
                sta     <VIA_int_enable
                lda     #$A0
                sta     <VIA_int_enable
                ldb     <VIA_int_enable
                clra
                rts

;@test 19 required $00C0 "A WRITE TO IER WITHOUT BIT 7 CLEARS BITS" [R6522], IER
via_ports_19    lda     #$E0
                sta     <VIA_int_enable
                lda     #$20
                sta     <VIA_int_enable
                ldb     <VIA_int_enable
                clra
                rts

;@test 20 required $0081 "BIT 0 OF IER CAN BE SET ALONE" [R6522], IER
via_ports_20    ldb     #$81
                stb     <VIA_int_enable
                ldb     <VIA_int_enable
                clra
                rts

;@test 21 required $0082 "BIT 1 OF IER CAN BE SET ALONE" [R6522], IER
via_ports_21    ldb     #$82
                stb     <VIA_int_enable
                ldb     <VIA_int_enable
                clra
                rts

;@test 22 required $0084 "BIT 2 OF IER CAN BE SET ALONE" [R6522], IER
via_ports_22    ldb     #$84
                stb     <VIA_int_enable
                ldb     <VIA_int_enable
                clra
                rts

;@test 23 required $0088 "BIT 3 OF IER CAN BE SET ALONE" [R6522], IER
via_ports_23    ldb     #$88
                stb     <VIA_int_enable
                ldb     <VIA_int_enable
                clra
                rts

;@test 24 required $0090 "BIT 4 OF IER CAN BE SET ALONE" [R6522], IER
via_ports_24    ldb     #$90
                stb     <VIA_int_enable
                ldb     <VIA_int_enable
                clra
                rts

;@test 25 required $00A0 "BIT 5 OF IER CAN BE SET ALONE" [R6522], IER
via_ports_25    ldb     #$A0
                stb     <VIA_int_enable
                ldb     <VIA_int_enable
                clra
                rts

;@test 26 required $00C0 "BIT 6 OF IER CAN BE SET ALONE" [R6522], IER
via_ports_26    ldb     #$C0
                stb     <VIA_int_enable
                ldb     <VIA_int_enable
                clra
                rts

;@test 27 required $0000 "BIT 7 OF IFR IS 0 WHILE THE FLAG IS NOT ENABLED" [R6522], IFR
via_ports_27    lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                ldb     <VIA_int_flags
                andb    #$80
                clra
                rts

;@test 28 required $00C0 "BIT 7 OF IFR IS 1 WHEN AN ENABLED FLAG IS SET" [R6522], IFR
via_ports_28    lda     #$C0
                sta     <VIA_int_enable
                lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                ldb     <VIA_int_flags
                andb    #$C0
                clra
                rts

;@test 29 required $00C0 "BIT 7 OF IFR CANNOT BE CLEARED BY A WRITE OF $80" [R6522], IFR
via_ports_29    lda     #$C0
                sta     <VIA_int_enable
                lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                lda     #$80
                sta     <VIA_int_flags
                ldb     <VIA_int_flags
                andb    #$C0
                clra
                rts

;@test 30 required $0040 "BIT 7 OF IFR FALLS WHEN IER IS CLEARED" [R6522], IFR
via_ports_30    lda     #$C0
                sta     <VIA_int_enable
                lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                lda     #$40
                sta     <VIA_int_enable
                ldb     <VIA_int_flags
                andb    #$C0
                clra
                rts

;@test 31 board $0001 "AN ENABLED FLAG OF T1 INTERRUPTS THE CPU" [R6522], IRQ
via_ports_31    lda     #$7E
                sta     $CBF8
                ldx     #irq_seen
                stx     $CBF9
                lda     #$C0
                sta     <VIA_int_enable
                clr     irq_count
                andcc   #$EF
                lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                orcc    #$10
                ldb     irq_count
                clra
                rts

;@test 32 board $0000 "A FLAG THAT IS NOT ENABLED DOES NOT INTERRUPT THE CPU" [R6522], IRQ
via_ports_32    lda     #$7E
                sta     $CBF8
                ldx     #irq_seen
                stx     $CBF9
                clr     irq_count
                andcc   #$EF
                lda     #4
                sta     <VIA_t1_cnt_lo
                clra
                sta     <VIA_t1_cnt_hi
                nop
                nop
                nop
                nop
                orcc    #$10
                ldb     irq_count
                clra
                rts

;@test 33 board $00A5 "THE VIA IS WRITTEN AT ITS MIRROR $D013" [service manual] $D000-$D7FF
via_ports_33    ldb     #$A5
                stb     >$D013
                ldb     <VIA_DDR_a
                clra
                rts

;@test 34 board $005A "THE VIA IS READ AT ITS MIRROR $D013" [service manual] $D000-$D7FF
via_ports_34    ldb     #$5A
                stb     <VIA_DDR_a
                ldb     >$D013
                clra
                rts

;@test 35 board $00A5 "THE VIA IS WRITTEN AT ITS MIRROR $D103" [service manual] $D000-$D7FF
via_ports_35    ldb     #$A5
                stb     >$D103
                ldb     <VIA_DDR_a
                clra
                rts

;@test 36 board $005A "THE VIA IS READ AT ITS MIRROR $D103" [service manual] $D000-$D7FF
via_ports_36    ldb     #$5A
                stb     <VIA_DDR_a
                ldb     >$D103
                clra
                rts

;@test 37 board $00A5 "THE VIA IS WRITTEN AT ITS MIRROR $D7F3" [service manual] $D000-$D7FF
via_ports_37    ldb     #$A5
                stb     >$D7F3
                ldb     <VIA_DDR_a
                clra
                rts

;@test 38 board $005A "THE VIA IS READ AT ITS MIRROR $D7F3" [service manual] $D000-$D7FF
via_ports_38    ldb     #$5A
                stb     <VIA_DDR_a
                ldb     >$D7F3
                clra
                rts

;@test 39 board $00A5 "THE VIA IS WRITTEN AT ITS MIRROR $D403" [service manual] $D000-$D7FF
via_ports_39    ldb     #$A5
                stb     >$D403
                ldb     <VIA_DDR_a
                clra
                rts

;@test 40 board $005A "THE VIA IS READ AT ITS MIRROR $D403" [service manual] $D000-$D7FF
via_ports_40    ldb     #$5A
                stb     <VIA_DDR_a
                ldb     >$D403
                clra
                rts

;@test 41 required $003C "ACR0: PORT A READS ITS PINS WHILE CA1 HAS NO EDGE" [R6522], latching
via_ports_41    lda     #1
                sta     <VIA_aux_cntl
                lda     #$3C
                sta     <VIA_port_a
                ldb     <VIA_port_a
                clra
                rts

;@test 42 required $0081 "ACR1: PORT B READS ITS OUTPUTS, LATCHED OR NOT" [R6522], latching
via_ports_42    lda     #2
                sta     <VIA_aux_cntl
                ldb     <VIA_port_b
                andb    #$9F
                clra
                rts

;@test 43 required $0000 "A WRITE OF 1 TO IFR SETS NO FLAG" [R6522], IFR
via_ports_43    lda     #$7F
                sta     <VIA_int_flags
                ldb     <VIA_int_flags
                clra
                rts

;@test 44 board $0002 "CA1 FALLS WITH IO7 OF THE SOUND CHIP: ITS FLAG IS SET" [service manual] IO7
via_ports_44    jsr     ca1_fall
                ldb     <VIA_int_flags
                andb    #2
                jmp     ca1_end

;@test 45 board $0000 "PCR0 = 0: THE FLAG OF CA1 IS NOT SET WHEN CA1 RISES" [R6522], PCR
via_ports_45    jsr     ca1_fall
                lda     #2
                sta     <VIA_int_flags
                jsr     ca1_rise
                ldb     <VIA_int_flags
                andb    #2
                jmp     ca1_end

;@test 46 board $0002 "PCR0 = 1: THE FLAG OF CA1 IS SET WHEN CA1 RISES" [R6522], PCR
via_ports_46    jsr     ca1_fall
                lda     #$CD            ; CA1 rising
                sta     <VIA_cntl
                lda     #2
                sta     <VIA_int_flags
                jsr     ca1_rise
                ldb     <VIA_int_flags
                andb    #2
                jmp     ca1_end

;@test 47 board $0000 "PCR0 = 1: THE FLAG OF CA1 IS NOT SET WHEN CA1 FALLS" [R6522], PCR
via_ports_47    lda     #$CD            ; CA1 rising
                sta     <VIA_cntl
                jsr     ca1_fall
                ldb     <VIA_int_flags
                andb    #2
                jmp     ca1_end

;@test 48 board $0000 "READING PORT A CLEARS THE FLAG OF CA1" [R6522], IFR
via_ports_48    jsr     ca1_fall
                lda     <VIA_port_a
                ldb     <VIA_int_flags
                andb    #2
                jmp     ca1_end

;@test 49 board $0000 "WRITING PORT A CLEARS THE FLAG OF CA1" [R6522], IFR
via_ports_49    jsr     ca1_fall
                sta     <VIA_port_a
                ldb     <VIA_int_flags
                andb    #2
                jmp     ca1_end

;@test 50 board $0002 "READING REGISTER 15 KEEPS THE FLAG OF CA1" [R6522], registers
via_ports_50    jsr     ca1_fall
                lda     <VIA_port_a_nohs
                ldb     <VIA_int_flags
                andb    #2
                jmp     ca1_end

;@test 51 board $0002 "WRITING REGISTER 15 KEEPS THE FLAG OF CA1" [R6522], registers
via_ports_51    jsr     ca1_fall
                sta     <VIA_port_a_nohs
                ldb     <VIA_int_flags
                andb    #2
                jmp     ca1_end

;@test 52 board $0000 "WRITING A 1 TO BIT 1 OF IFR CLEARS THE FLAG OF CA1" [R6522], IFR
via_ports_52    jsr     ca1_fall
                lda     #2
                sta     <VIA_int_flags
                ldb     <VIA_int_flags
                andb    #2
                jmp     ca1_end

;@test 53 board $0001 "AN ENABLED FLAG OF CA1 INTERRUPTS THE CPU" [R6522], IRQ
via_ports_53    lda     #$7E
                sta     $CBF8
                ldx     #irq_ca1
                stx     $CBF9
                clr     irq_count
                jsr     ca1_fall
                lda     #$82
                sta     <VIA_int_enable
                andcc   #$EF
                nop
                orcc    #$10
                ldb     irq_count
                jmp     ca1_end

;@test 54 board $007F "ACR0: PORT A KEEPS WHAT IT WAS WHEN CA1 FELL" [R6522], latching
via_ports_54    jsr     ca1_latch
                ldb     <VIA_port_a
                jmp     ca1_end

;@test 55 board $007F "ACR0: REGISTER 15 KEEPS WHAT PORT A WAS WHEN CA1 FELL" [R6522], latching
via_ports_55    jsr     ca1_latch
                ldb     <VIA_port_a_nohs
                jmp     ca1_end

;@test 56 board $00C3 "ACR0: A READ ENDS THE LATCHING OF PORT A" [R6522], latching
via_ports_56    jsr     ca1_latch
                lda     <VIA_port_a
                ldb     <VIA_port_a
                jmp     ca1_end

; irq_seen: the interrupt: count it, and clear the flag of T1
irq_seen        inc     irq_count
                lda     #$40
                sta     >VIA_int_flags
                rti

; irq_ca1: the interrupt: count it, and clear the flag of CA1
irq_ca1         inc     irq_count
                lda     #$02
                sta     >VIA_int_flags
                rti

; The CPU moves CA1 by IO7 of the sound chip, as an output.  What follows changes A and B, and
; writes port A at register 15 only, because register 1 clears the flag.

; ca1_fall: CA1 falls while port A of the VIA is $7F
ca1_fall        ldd     #14<<8|$FF
                bsr     ca1_psg
                ldd     #7<<8|$7F       ; silence; port A of the sound chip is an output
                bsr     ca1_psg
                ldd     #14<<8|$7F
                bra     ca1_psg

; ca1_rise: CA1 rises
ca1_rise        ldd     #7<<8|$3F       ; an input again, for the buttons
; falls into ca1_psg

; ca1_psg: write B to register A of the sound chip; port A of the VIA is B then
ca1_psg         sta     <VIA_port_a_nohs
                lda     #$99            ; BDIR and BC1
                sta     <VIA_port_b
                lda     #$81
                sta     <VIA_port_b
                stb     <VIA_port_a_nohs
                lda     #$91            ; BDIR
                sta     <VIA_port_b
                lda     #$81
                sta     <VIA_port_b
                rts

; ca1_latch: CA1 falls with ACR0; port A becomes $C3 afterwards
ca1_latch       lda     #1
                sta     <VIA_aux_cntl
                bsr     ca1_fall
                lda     #$C3
                sta     <VIA_port_a_nohs
                rts

; ca1_end: end a test with the result B
ca1_end         pshs    b
                bsr     ca1_rise
                puls    b
                clra
                rts

irq_count       equ     $C9FF
