; via-ports.asm: the tests of the topic via-ports
;
; written by python -m roms.accuracy_tables

topic_via_ports
                fdb     .name,test_call,.table,40
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
