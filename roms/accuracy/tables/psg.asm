; psg.asm: the tests of the topic psg
;
; written by python -m roms.accuracy_tables

topic_psg
                fdb     .name,test_call,.table,34
.name           fcc     "PSG"
                fcb     $80
.table          fdb     psg_1,$00FF,.s1
                fdb     psg_2,$0015,.s2
                fdb     psg_3,$000F,.s3
                fdb     psg_4,$0005,.s4
                fdb     psg_5,$00FF,.s5
                fdb     psg_6,$0015,.s6
                fdb     psg_7,$000F,.s7
                fdb     psg_8,$0005,.s8
                fdb     psg_9,$00FF,.s9
                fdb     psg_10,$0015,.s10
                fdb     psg_11,$000F,.s11
                fdb     psg_12,$0005,.s12
                fdb     psg_13,$001F,.s13
                fdb     psg_14,$0015,.s14
                fdb     psg_15,$00BF,.s15
                fdb     psg_16,$0015,.s16
                fdb     psg_17,$001F,.s17
                fdb     psg_18,$0015,.s18
                fdb     psg_19,$001F,.s19
                fdb     psg_20,$0015,.s20
                fdb     psg_21,$001F,.s21
                fdb     psg_22,$0015,.s22
                fdb     psg_23,$00FF,.s23
                fdb     psg_24,$0015,.s24
                fdb     psg_25,$00FF,.s25
                fdb     psg_26,$0015,.s26
                fdb     psg_27,$000F,.s27
                fdb     psg_28,$0005,.s28
                fdb     psg_29,$00FF,.s29
                fdb     psg_30,$0012,.s30
                fdb     psg_31,$0034,.s31
                fdb     psg_32,$0012,.s32
                fdb     psg_33,$005A,.s33
                fdb     psg_34,$00FF,.s34
.s1             fcc     "REGISTER 0 READS BACK $FF"
                fcb     $80
.s2             fcc     "REGISTER 0 READS BACK $15"
                fcb     $80
.s3             fcc     "REGISTER 1 READS BACK $0F"
                fcb     $80
.s4             fcc     "REGISTER 1 READS BACK $05"
                fcb     $80
.s5             fcc     "REGISTER 2 READS BACK $FF"
                fcb     $80
.s6             fcc     "REGISTER 2 READS BACK $15"
                fcb     $80
.s7             fcc     "REGISTER 3 READS BACK $0F"
                fcb     $80
.s8             fcc     "REGISTER 3 READS BACK $05"
                fcb     $80
.s9             fcc     "REGISTER 4 READS BACK $FF"
                fcb     $80
.s10            fcc     "REGISTER 4 READS BACK $15"
                fcb     $80
.s11            fcc     "REGISTER 5 READS BACK $0F"
                fcb     $80
.s12            fcc     "REGISTER 5 READS BACK $05"
                fcb     $80
.s13            fcc     "REGISTER 6 READS BACK $1F"
                fcb     $80
.s14            fcc     "REGISTER 6 READS BACK $15"
                fcb     $80
.s15            fcc     "REGISTER 7 READS BACK $BF"
                fcb     $80
.s16            fcc     "REGISTER 7 READS BACK $15"
                fcb     $80
.s17            fcc     "REGISTER 8 READS BACK $1F"
                fcb     $80
.s18            fcc     "REGISTER 8 READS BACK $15"
                fcb     $80
.s19            fcc     "REGISTER 9 READS BACK $1F"
                fcb     $80
.s20            fcc     "REGISTER 9 READS BACK $15"
                fcb     $80
.s21            fcc     "REGISTER 10 READS BACK $1F"
                fcb     $80
.s22            fcc     "REGISTER 10 READS BACK $15"
                fcb     $80
.s23            fcc     "REGISTER 11 READS BACK $FF"
                fcb     $80
.s24            fcc     "REGISTER 11 READS BACK $15"
                fcb     $80
.s25            fcc     "REGISTER 12 READS BACK $FF"
                fcb     $80
.s26            fcc     "REGISTER 12 READS BACK $15"
                fcb     $80
.s27            fcc     "REGISTER 13 READS BACK $0F"
                fcb     $80
.s28            fcc     "REGISTER 13 READS BACK $05"
                fcb     $80
.s29            fcc     "PORT A READS $FF WHEN NO BUTTON IS PRESSED"
                fcb     $80
.s30            fcc     "AN ADDRESS WITH HIGH BITS SELECTS NO REGISTER"
                fcb     $80
.s31            fcc     "A LATCHED ADDRESS STAYS FOR A SECOND WRITE"
                fcb     $80
.s32            fcc     "WITH BDIR AND BC1 LOW NOTHING IS WRITTEN"
                fcb     $80
.s33            fcc     "PORT A AS AN OUTPUT READS WHAT WAS WRITTEN"
                fcb     $80
.s34            fcc     "PORT A AS AN INPUT DOES NOT READ WHAT WAS WRITTEN"
                fcb     $80
