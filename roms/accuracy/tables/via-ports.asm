; via-ports.asm: the tests of the topic via-ports
;
; written by python -m roms.accuracy_tables

topic_via_ports
                fdb     .name,test_call,.table,56
.name           fcc     "VIA-PORTS"
                fcb     $80
.table          fdb     via_ports_1,$0055,.s1
                fdb     via_ports_2,$00AA,.s2
                fdb     via_ports_3,$0055,.s3
                fdb     via_ports_4,$00AA,.s4
                fdb     via_ports_5,$0041,.s5
                fdb     via_ports_6,$0022,.s6
                fdb     via_ports_7,$0055,.s7
                fdb     via_ports_8,$00AA,.s8
                fdb     via_ports_9,$0055,.s9
                fdb     via_ports_10,$0055,.s10
                fdb     via_ports_11,$00AA,.s11
                fdb     via_ports_12,$00AA,.s12
                fdb     via_ports_13,$0087,.s13
                fdb     via_ports_14,$0081,.s14
                fdb     via_ports_15,$0081,.s15
                fdb     via_ports_16,$0000,.s16
                fdb     via_ports_17,$0080,.s17
                fdb     via_ports_18,$00E0,.s18
                fdb     via_ports_19,$00C0,.s19
                fdb     via_ports_20,$0081,.s20
                fdb     via_ports_21,$0082,.s21
                fdb     via_ports_22,$0084,.s22
                fdb     via_ports_23,$0088,.s23
                fdb     via_ports_24,$0090,.s24
                fdb     via_ports_25,$00A0,.s25
                fdb     via_ports_26,$00C0,.s26
                fdb     via_ports_27,$0000,.s27
                fdb     via_ports_28,$00C0,.s28
                fdb     via_ports_29,$00C0,.s29
                fdb     via_ports_30,$0040,.s30
                fdb     via_ports_31,$0001,.s31
                fdb     via_ports_32,$0000,.s32
                fdb     via_ports_33,$00A5,.s33
                fdb     via_ports_34,$005A,.s34
                fdb     via_ports_35,$00A5,.s35
                fdb     via_ports_36,$005A,.s36
                fdb     via_ports_37,$00A5,.s37
                fdb     via_ports_38,$005A,.s38
                fdb     via_ports_39,$00A5,.s39
                fdb     via_ports_40,$005A,.s40
                fdb     via_ports_41,$003C,.s41
                fdb     via_ports_42,$0081,.s42
                fdb     via_ports_43,$0000,.s43
                fdb     via_ports_44,$0002,.s44
                fdb     via_ports_45,$0000,.s45
                fdb     via_ports_46,$0002,.s46
                fdb     via_ports_47,$0000,.s47
                fdb     via_ports_48,$0000,.s48
                fdb     via_ports_49,$0000,.s49
                fdb     via_ports_50,$0002,.s50
                fdb     via_ports_51,$0002,.s51
                fdb     via_ports_52,$0000,.s52
                fdb     via_ports_53,$0001,.s53
                fdb     via_ports_54,$007F,.s54
                fdb     via_ports_55,$007F,.s55
                fdb     via_ports_56,$00C3,.s56
.s1             fcc     "DDRA READS BACK $55"
                fcb     $80
.s2             fcc     "DDRA READS BACK $AA"
                fcb     $80
.s3             fcc     "DDRB READS BACK $55"
                fcb     $80
.s4             fcc     "DDRB READS BACK $AA"
                fcb     $80
.s5             fcc     "ACR READS BACK $41"
                fcb     $80
.s6             fcc     "ACR READS BACK $22"
                fcb     $80
.s7             fcc     "PCR READS BACK $55"
                fcb     $80
.s8             fcc     "PCR READS BACK $AA"
                fcb     $80
.s9             fcc     "PORT A READS ITS OUTPUT $55"
                fcb     $80
.s10            fcc     "PORT A AT REGISTER 15 READS ITS OUTPUT $55"
                fcb     $80
.s11            fcc     "PORT A READS ITS OUTPUT $AA"
                fcb     $80
.s12            fcc     "PORT A AT REGISTER 15 READS ITS OUTPUT $AA"
                fcb     $80
.s13            fcc     "PORT B READS ITS OUTPUTS $87"
                fcb     $80
.s14            fcc     "PORT B READS ITS OUTPUTS $81"
                fcb     $80
.s15            fcc     "ORB IS KEPT WHILE DDRB MAKES THE PINS INPUTS"
                fcb     $80
.s16            fcc     "A READ OF REGISTER 15 RETURNS WHAT REGISTER 1 HOLDS"
                fcb     $80
.s17            fcc     "IER READS WITH BIT 7 SET AND NOTHING ENABLED"
                fcb     $80
.s18            fcc     "A WRITE TO IER WITH BIT 7 SETS BITS"
                fcb     $80
.s19            fcc     "A WRITE TO IER WITHOUT BIT 7 CLEARS BITS"
                fcb     $80
.s20            fcc     "BIT 0 OF IER CAN BE SET ALONE"
                fcb     $80
.s21            fcc     "BIT 1 OF IER CAN BE SET ALONE"
                fcb     $80
.s22            fcc     "BIT 2 OF IER CAN BE SET ALONE"
                fcb     $80
.s23            fcc     "BIT 3 OF IER CAN BE SET ALONE"
                fcb     $80
.s24            fcc     "BIT 4 OF IER CAN BE SET ALONE"
                fcb     $80
.s25            fcc     "BIT 5 OF IER CAN BE SET ALONE"
                fcb     $80
.s26            fcc     "BIT 6 OF IER CAN BE SET ALONE"
                fcb     $80
.s27            fcc     "BIT 7 OF IFR IS 0 WHILE THE FLAG IS NOT ENABLED"
                fcb     $80
.s28            fcc     "BIT 7 OF IFR IS 1 WHEN AN ENABLED FLAG IS SET"
                fcb     $80
.s29            fcc     "BIT 7 OF IFR CANNOT BE CLEARED BY A WRITE OF $80"
                fcb     $80
.s30            fcc     "BIT 7 OF IFR FALLS WHEN IER IS CLEARED"
                fcb     $80
.s31            fcc     "AN ENABLED FLAG OF T1 INTERRUPTS THE CPU"
                fcb     $80
.s32            fcc     "A FLAG THAT IS NOT ENABLED DOES NOT INTERRUPT THE CPU"
                fcb     $80
.s33            fcc     "THE VIA IS WRITTEN AT ITS MIRROR $D013"
                fcb     $80
.s34            fcc     "THE VIA IS READ AT ITS MIRROR $D013"
                fcb     $80
.s35            fcc     "THE VIA IS WRITTEN AT ITS MIRROR $D103"
                fcb     $80
.s36            fcc     "THE VIA IS READ AT ITS MIRROR $D103"
                fcb     $80
.s37            fcc     "THE VIA IS WRITTEN AT ITS MIRROR $D7F3"
                fcb     $80
.s38            fcc     "THE VIA IS READ AT ITS MIRROR $D7F3"
                fcb     $80
.s39            fcc     "THE VIA IS WRITTEN AT ITS MIRROR $D403"
                fcb     $80
.s40            fcc     "THE VIA IS READ AT ITS MIRROR $D403"
                fcb     $80
.s41            fcc     "ACR0: PORT A READS ITS PINS WHILE CA1 HAS NO EDGE"
                fcb     $80
.s42            fcc     "ACR1: PORT B READS ITS OUTPUTS, LATCHED OR NOT"
                fcb     $80
.s43            fcc     "A WRITE OF 1 TO IFR SETS NO FLAG"
                fcb     $80
.s44            fcc     "CA1 FALLS WITH IO7 OF THE SOUND CHIP: ITS FLAG IS SET"
                fcb     $80
.s45            fcc     "PCR0 = 0: THE FLAG OF CA1 IS NOT SET WHEN CA1 RISES"
                fcb     $80
.s46            fcc     "PCR0 = 1: THE FLAG OF CA1 IS SET WHEN CA1 RISES"
                fcb     $80
.s47            fcc     "PCR0 = 1: THE FLAG OF CA1 IS NOT SET WHEN CA1 FALLS"
                fcb     $80
.s48            fcc     "READING PORT A CLEARS THE FLAG OF CA1"
                fcb     $80
.s49            fcc     "WRITING PORT A CLEARS THE FLAG OF CA1"
                fcb     $80
.s50            fcc     "READING REGISTER 15 KEEPS THE FLAG OF CA1"
                fcb     $80
.s51            fcc     "WRITING REGISTER 15 KEEPS THE FLAG OF CA1"
                fcb     $80
.s52            fcc     "WRITING A 1 TO BIT 1 OF IFR CLEARS THE FLAG OF CA1"
                fcb     $80
.s53            fcc     "AN ENABLED FLAG OF CA1 INTERRUPTS THE CPU"
                fcb     $80
.s54            fcc     "ACR0: PORT A KEEPS WHAT IT WAS WHEN CA1 FELL"
                fcb     $80
.s55            fcc     "ACR0: REGISTER 15 KEEPS WHAT PORT A WAS WHEN CA1 FELL"
                fcb     $80
.s56            fcc     "ACR0: A READ ENDS THE LATCHING OF PORT A"
                fcb     $80
