; via-timers.asm: the tests of the topic via-timers
;
; written by python -m roms.accuracy_tables

topic_via_timers
                fdb     .name,test_call,.table,47
.name           fcc     "VIA-TIMERS"
                fcb     $80
.table          fdb     via_timers_1,$004D,.s1
                fdb     via_timers_2,$0012,.s2
                fdb     via_timers_3,$0034,.s3
                fdb     via_timers_4,$0056,.s4
                fdb     via_timers_5,$009A,.s5
                fdb     via_timers_6,$0078,.s6
                fdb     via_timers_7,$0049,.s7
                fdb     via_timers_8,$0049,.s8
                fdb     via_timers_9,$0040,.s9
                fdb     via_timers_10,$0000,.s10
                fdb     via_timers_11,$0000,.s11
                fdb     via_timers_12,$00FF,.s12
                fdb     via_timers_13,$0011,.s13
                fdb     via_timers_14,$0000,.s14
                fdb     via_timers_15,$0040,.s15
                fdb     via_timers_16,$0000,.s16
                fdb     via_timers_17,$0040,.s17
                fdb     via_timers_18,$0040,.s18
                fdb     via_timers_19,$0040,.s19
                fdb     via_timers_20,$0040,.s20
                fdb     via_timers_21,$0040,.s21
                fdb     via_timers_22,$0000,.s22
                fdb     via_timers_23,$0000,.s23
                fdb     via_timers_24,$0000,.s24
                fdb     via_timers_25,$0040,.s25
                fdb     via_timers_26,$0000,.s26
                fdb     via_timers_27,$0080,.s27
                fdb     via_timers_28,$0080,.s28
                fdb     via_timers_29,$0000,.s29
                fdb     via_timers_30,$0080,.s30
                fdb     via_timers_31,$004D,.s31
                fdb     via_timers_32,$0012,.s32
                fdb     via_timers_33,$0020,.s33
                fdb     via_timers_34,$0000,.s34
                fdb     via_timers_35,$00FF,.s35
                fdb     via_timers_36,$00FE,.s36
                fdb     via_timers_37,$00FF,.s37
                fdb     via_timers_38,$0049,.s38
                fdb     via_timers_39,$0000,.s39
                fdb     via_timers_40,$0000,.s40
                fdb     via_timers_41,$0020,.s41
                fdb     via_timers_42,$0020,.s42
                fdb     via_timers_43,$0000,.s43
                fdb     via_timers_44,$0050,.s44
                fdb     via_timers_45,$004D,.s45
                fdb     via_timers_46,$0020,.s46
                fdb     via_timers_47,$0040,.s47
.s1             fcc     "T1 READS N-3 FOUR CYCLES AFTER T1C-H IS WRITTEN"
                fcb     $80
.s2             fcc     "THE HIGH BYTE OF T1 IS WHAT WAS WRITTEN"
                fcb     $80
.s3             fcc     "T1L-L READS THE LOW LATCH"
                fcb     $80
.s4             fcc     "T1L-H READS THE HIGH LATCH"
                fcb     $80
.s5             fcc     "A WRITE OF T1C-L GOES TO THE LATCH"
                fcb     $80
.s6             fcc     "A WRITE OF T1C-H GOES TO THE LATCH TOO"
                fcb     $80
.s7             fcc     "A WRITE OF T1L-L DOES NOT TOUCH THE COUNTER"
                fcb     $80
.s8             fcc     "A WRITE OF T1L-H DOES NOT RESTART THE COUNTER"
                fcb     $80
.s9             fcc     "THE FLAG OF T1 READS 1 AT T+N+2"
                fcb     $80
.s10            fcc     "THE FLAG OF T1 READS 0 AT T+N+1"
                fcb     $80
.s11            fcc     "T1 READS 0 AT T+N+1"
                fcb     $80
.s12            fcc     "T1 READS $FF AT T+N+2"
                fcb     $80
.s13            fcc     "T1 READS N AGAIN AT T+N+3, ALSO IN ONE-SHOT MODE"
                fcb     $80
.s14            fcc     "ONE-SHOT: T1 SETS ITS FLAG ONLY ONCE"
                fcb     $80
.s15            fcc     "FREE RUN: T1 SETS ITS FLAG AGAIN"
                fcb     $80
.s16            fcc     "READING T1C-L CLEARS THE FLAG OF T1"
                fcb     $80
.s17            fcc     "READING T1C-H KEEPS THE FLAG OF T1"
                fcb     $80
.s18            fcc     "READING T1L-L KEEPS THE FLAG OF T1"
                fcb     $80
.s19            fcc     "READING T1L-H KEEPS THE FLAG OF T1"
                fcb     $80
.s20            fcc     "WRITING T1C-L KEEPS THE FLAG OF T1"
                fcb     $80
.s21            fcc     "WRITING T1L-L KEEPS THE FLAG OF T1"
                fcb     $80
.s22            fcc     "WRITING T1L-H CLEARS THE FLAG OF T1"
                fcb     $80
.s23            fcc     "WRITING T1C-H CLEARS THE FLAG OF T1"
                fcb     $80
.s24            fcc     "WRITING A 1 TO BIT 6 OF IFR CLEARS THE FLAG OF T1"
                fcb     $80
.s25            fcc     "WRITING A 0 TO BIT 6 OF IFR KEEPS THE FLAG OF T1"
                fcb     $80
.s26            fcc     "ACR7: PB7 IS 0 AFTER T1C-H IS WRITTEN"
                fcb     $80
.s27            fcc     "ACR7: PB7 IS 1 AGAIN AFTER THE TIME-OUT"
                fcb     $80
.s28            fcc     "ONE-SHOT: PB7 STAYS 1 AT LATER TIME-OUTS"
                fcb     $80
.s29            fcc     "FREE RUN: PB7 IS 0 AGAIN AFTER TWO TIME-OUTS"
                fcb     $80
.s30            fcc     "PB7 FOLLOWS ORB AGAIN WHEN ACR7 IS 0"
                fcb     $80
.s31            fcc     "T2 READS N-3 FOUR CYCLES AFTER T2C-H IS WRITTEN"
                fcb     $80
.s32            fcc     "THE HIGH BYTE OF T2 IS WHAT WAS WRITTEN"
                fcb     $80
.s33            fcc     "THE FLAG OF T2 READS 1 AT T+N+2"
                fcb     $80
.s34            fcc     "THE FLAG OF T2 READS 0 AT T+N+1"
                fcb     $80
.s35            fcc     "T2 READS $FF AT T+N+2"
                fcb     $80
.s36            fcc     "T2 IS NOT LOADED AGAIN: $FE AT T+N+3"
                fcb     $80
.s37            fcc     "THE HIGH BYTE OF T2 COUNTS DOWN PAST 0"
                fcb     $80
.s38            fcc     "A WRITE OF T2C-L DOES NOT TOUCH THE COUNTER"
                fcb     $80
.s39            fcc     "READING T2C-L CLEARS THE FLAG OF T2"
                fcb     $80
.s40            fcc     "WRITING T2C-H CLEARS THE FLAG OF T2"
                fcb     $80
.s41            fcc     "READING T2C-H KEEPS THE FLAG OF T2"
                fcb     $80
.s42            fcc     "WRITING T2C-L KEEPS THE FLAG OF T2"
                fcb     $80
.s43            fcc     "WRITING A 1 TO BIT 5 OF IFR CLEARS THE FLAG OF T2"
                fcb     $80
.s44            fcc     "ACR5: T2 STANDS STILL WITHOUT PULSES AT PB6"
                fcb     $80
.s45            fcc     "ACR5: T2 COUNTS THREE FALLING EDGES OF PB6"
                fcb     $80
.s46            fcc     "READING T2C-L DOES NOT STOP T2"
                fcb     $80
.s47            fcc     "READING T1C-L DOES NOT STOP T1"
                fcb     $80
