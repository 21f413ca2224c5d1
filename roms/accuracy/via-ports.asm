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

; irq_seen: the interrupt: count it, and clear the flag of T1
irq_seen        inc     irq_count
                lda     #$40
                sta     >VIA_int_flags
                rti

irq_count       equ     $C9FF
