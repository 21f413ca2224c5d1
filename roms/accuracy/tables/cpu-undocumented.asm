; cpu-undocumented.asm: the tests of the topic cpu-undocumented
;
; written by python -m roms.accuracy_tables

topic_cpu_undocumented
                fdb     .name,flags_run,.table,20
.name           fcc     "CPU-UNDOCUMENTED"
                fcb     $80
.table          fdb     .d1,$282F,.s1
                fdb     .d2,$3423,.s2
                fdb     .d3,$4E25,.s3
                fdb     .d4,$7A98,.s4
                fdb     .d5,$09FB,.s5
                fdb     .d6,$046C,.s6
                fdb     .d7,$4E4E,.s7
                fdb     .d8,$87D2,.s8
                fdb     .d9,$E305,.s9
                fdb     .d10,$1AE8,.s10
                fdb     .d11,$EE67,.s11
                fdb     .d12,$99D9,.s12
                fdb     .d13,$875A,.s13
                fdb     .d14,$AF97,.s14
                fdb     .d15,$CB58,.s15
                fdb     .d16,$4E4E,.s16
                fdb     .d17,$96FB,.s17
                fdb     .d18,$96F1,.s18
                fdb     .d19,$CC9B,.s19
                fdb     .d20,$09C5,.s20
.d1             fcb     $00,$DF,$00,$01,$41
.s1             fcc     "41: NEGA"
                fcb     $80
.d2             fcb     $00,$DF,$00,$01,$51
.s2             fcc     "51: NEGB"
                fcb     $80
.d3             fcb     $00,$DF,$00,$03,$71,$CA,$60
.s3             fcc     "71CA60: NEG M"
                fcb     $80
.d4             fcb     $00,$FF,$00,$01,$45
.s4             fcc     "45: LSRA"
                fcb     $80
.d5             fcb     $00,$FF,$00,$01,$55
.s5             fcc     "55: LSRB"
                fcb     $80
.d6             fcb     $00,$FF,$00,$03,$75,$CA,$60
.s6             fcc     "75CA60: LSR M"
                fcb     $80
.d7             fcb     $00,$FF,$00,$01,$1B
.s7             fcc     "1B: NOP"
                fcb     $80
.d8             fcb     $00,$FF,$00,$01,$4B
.s8             fcc     "4B: DECA WITH CARRY"
                fcb     $80
.d9             fcb     $00,$FF,$00,$01,$5B
.s9             fcc     "5B: DECB WITH CARRY"
                fcb     $80
.d10            fcb     $00,$FF,$00,$03,$7B,$CA,$60
.s10            fcc     "7BXXXX: DEC M WITH CARRY"
                fcb     $80
.d11            fcb     $00,$FF,$00,$01,$4E
.s11            fcc     "4E: CLRA KEEPS C"
                fcb     $80
.d12            fcb     $00,$FF,$00,$01,$5E
.s12            fcc     "5E: CLRB KEEPS C"
                fcb     $80
.d13            fcb     $00,$DF,$00,$03,$72,$CA,$60
.s13            fcc     "72XXXX: NEG OR COM BY C"
                fcb     $80
.d14            fcb     $00,$FF,$00,$02,$1F,$81
.s14            fcc     "TFR A,X: $FF AND A"
                fcb     $80
.d15            fcb     $00,$FF,$00,$02,$1F,$92
.s15            fcc     "TFR B,Y: $FF AND B"
                fcb     $80
.d16            fcb     $00,$FF,$00,$02,$1F,$18
.s16            fcc     "TFR X,A: LOW BYTE"
                fcb     $80
.d17            fcb     $00,$FF,$00,$02,$1F,$29
.s17            fcc     "TFR Y,B: LOW BYTE"
                fcb     $80
.d18            fcb     $00,$FF,$00,$02,$10,$43
.s18            fcc     "1043: COMA"
                fcb     $80
.d19            fcb     $00,$FF,$00,$02,$11,$4C
.s19            fcc     "114C: INCA"
                fcb     $80
.d20            fcb     $00,$FF,$00,$05,$10,$10,$BE,$CA,$60
.s20            fcc     "1010BE: LDY"
                fcb     $80
