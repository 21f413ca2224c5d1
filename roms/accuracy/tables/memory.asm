; memory.asm: the tests of the topic memory
;
; written by python -m roms.accuracy_tables

topic_memory
                fdb     .name,test_call,.table,27
.name           fcc     "MEMORY"
                fcb     $80
.table          fdb     memory_1,$005A,.s1
                fdb     memory_2,$00A5,.s2
                fdb     memory_3,$005A,.s3
                fdb     memory_4,$00A5,.s4
                fdb     memory_5,$005A,.s5
                fdb     memory_6,$00A5,.s6
                fdb     memory_7,$005A,.s7
                fdb     memory_8,$00A5,.s8
                fdb     memory_9,$003C,.s9
                fdb     memory_10,$00C3,.s10
                fdb     memory_11,$003C,.s11
                fdb     memory_12,$00C3,.s12
                fdb     memory_13,$003C,.s13
                fdb     memory_14,$00C3,.s14
                fdb     memory_15,$003C,.s15
                fdb     memory_16,$00C3,.s16
                fdb     memory_17,$0067,.s17
                fdb     memory_18,$0067,.s18
                fdb     memory_19,$0000,.s19
                fdb     memory_20,$F000,.s20
                fdb     memory_21,$CBF2,.s21
                fdb     memory_22,$CBF2,.s22
                fdb     memory_23,$CBF5,.s23
                fdb     memory_24,$CBF8,.s24
                fdb     memory_25,$CBFB,.s25
                fdb     memory_26,$00A5,.s26
                fdb     memory_27,$00A5,.s27
.s1             fcc     "RAM AT $C9F8 KEEPS $5A"
                fcb     $80
.s2             fcc     "RAM AT $C9F8 KEEPS $A5"
                fcb     $80
.s3             fcc     "RAM AT $CA00 KEEPS $5A"
                fcb     $80
.s4             fcc     "RAM AT $CA00 KEEPS $A5"
                fcb     $80
.s5             fcc     "RAM AT $CAFF KEEPS $5A"
                fcb     $80
.s6             fcc     "RAM AT $CAFF KEEPS $A5"
                fcb     $80
.s7             fcc     "RAM AT $CB10 KEEPS $5A"
                fcb     $80
.s8             fcc     "RAM AT $CB10 KEEPS $A5"
                fcb     $80
.s9             fcc     "RAM AT $C9F8 IS READ AT $CDF8"
                fcb     $80
.s10            fcc     "RAM AT $CDF8 IS READ AT $C9F8"
                fcb     $80
.s11            fcc     "RAM AT $CA00 IS READ AT $CE00"
                fcb     $80
.s12            fcc     "RAM AT $CE00 IS READ AT $CA00"
                fcb     $80
.s13            fcc     "RAM AT $CAFF IS READ AT $CEFF"
                fcb     $80
.s14            fcc     "RAM AT $CEFF IS READ AT $CAFF"
                fcb     $80
.s15            fcc     "RAM AT $CB10 IS READ AT $CF10"
                fcb     $80
.s16            fcc     "RAM AT $CF10 IS READ AT $CB10"
                fcb     $80
.s17            fcc     "THE CARTRIDGE IS AT $0000"
                fcb     $80
.s18            fcc     "A WRITE TO THE CARTRIDGE HAS NO EFFECT"
                fcb     $80
.s19            fcc     "A WRITE TO THE EXECUTIVE ROM HAS NO EFFECT"
                fcb     $80
.s20            fcc     "THE RESET VECTOR LEADS TO $F000"
                fcb     $80
.s21            fcc     "THE VECTOR OF SWI3 LEADS TO $CBF2"
                fcb     $80
.s22            fcc     "THE VECTOR OF SWI2 LEADS TO $CBF2"
                fcb     $80
.s23            fcc     "THE VECTOR OF FIRQ LEADS TO $CBF5"
                fcb     $80
.s24            fcc     "THE VECTOR OF IRQ LEADS TO $CBF8"
                fcb     $80
.s25            fcc     "THE VECTOR OF SWI LEADS TO $CBFB"
                fcb     $80
.s26            fcc     "A WRITE AT $D9F3 REACHES THE VIA"
                fcb     $80
.s27            fcc     "A WRITE AT $D9F3 REACHES THE RAM AT $C9F3"
                fcb     $80
