; cpu-flags.asm: the tests of the topic cpu-flags
;
; written by python -m roms.accuracy_tables

topic_cpu_flags
                fdb     .name,flags_run,.table,135
.name           fcc     "CPU-FLAGS"
                fcb     $80
.table          fdb     .d1,$4E4E,.s1
                fdb     .d2,$60AD,.s2
                fdb     .d3,$AE29,.s3
                fdb     .d4,$AC2C,.s4
                fdb     .d5,$4F1A,.s5
                fdb     .d6,$FEAC,.s6
                fdb     .d7,$22C0,.s7
                fdb     .d8,$7D2F,.s8
                fdb     .d9,$96FB,.s9
                fdb     .d10,$D43A,.s10
                fdb     .d11,$A548,.s11
                fdb     .d12,$F7CC,.s12
                fdb     .d13,$3846,.s13
                fdb     .d14,$6894,.s14
                fdb     .d15,$3AD6,.s15
                fdb     .d16,$3AD6,.s16
                fdb     .d17,$282F,.s17
                fdb     .d18,$96F1,.s18
                fdb     .d19,$7A98,.s19
                fdb     .d20,$0FBE,.s20
                fdb     .d21,$AEA5,.s21
                fdb     .d22,$36E0,.s22
                fdb     .d23,$0A0D,.s23
                fdb     .d24,$9A4E,.s24
                fdb     .d25,$CC9B,.s25
                fdb     .d26,$9CBC,.s26
                fdb     .d27,$FA67,.s27
                fdb     .d28,$3423,.s28
                fdb     .d29,$4688,.s29
                fdb     .d30,$09FB,.s30
                fdb     .d31,$803D,.s31
                fdb     .d32,$0FB1,.s32
                fdb     .d33,$3000,.s33
                fdb     .d34,$6836,.s34
                fdb     .d35,$C670,.s35
                fdb     .d36,$81F4,.s36
                fdb     .d37,$DFE3,.s37
                fdb     .d38,$0CD1,.s38
                fdb     .d39,$4E25,.s39
                fdb     .d40,$509B,.s40
                fdb     .d41,$046C,.s41
                fdb     .d42,$77D1,.s42
                fdb     .d43,$4275,.s43
                fdb     .d44,$FCC6,.s44
                fdb     .d45,$9DFF,.s45
                fdb     .d46,$2520,.s46
                fdb     .d47,$9A6D,.s47
                fdb     .d48,$DFE3,.s48
                fdb     .d49,$DC36,.s49
                fdb     .d50,$1E12,.s50
                fdb     .d51,$1AA9,.s51
                fdb     .d52,$D69A,.s52
                fdb     .d53,$503E,.s53
                fdb     .d54,$C286,.s54
                fdb     .d55,$2420,.s55
                fdb     .d56,$3438,.s56
                fdb     .d57,$BB2E,.s57
                fdb     .d58,$E7E3,.s58
                fdb     .d59,$7890,.s59
                fdb     .d60,$64DF,.s60
                fdb     .d61,$0AA3,.s61
                fdb     .d62,$FBD6,.s62
                fdb     .d63,$EF7B,.s63
                fdb     .d64,$EF7B,.s64
                fdb     .d65,$3DD8,.s65
                fdb     .d66,$FCD7,.s66
                fdb     .d67,$B7DA,.s67
                fdb     .d68,$39C5,.s68
                fdb     .d69,$DFE3,.s69
                fdb     .d70,$DFE3,.s70
                fdb     .d71,$DFE3,.s71
                fdb     .d72,$DFE3,.s72
                fdb     .d73,$99D9,.s73
                fdb     .d74,$1A20,.s74
                fdb     .d75,$DFE3,.s75
                fdb     .d76,$D0A2,.s76
                fdb     .d77,$A1CA,.s77
                fdb     .d78,$D0BE,.s78
                fdb     .d79,$0D1E,.s79
                fdb     .d80,$D0BE,.s80
                fdb     .d81,$5B17,.s81
                fdb     .d82,$88E0,.s82
                fdb     .d83,$09C5,.s83
                fdb     .d84,$BB2E,.s84
                fdb     .d85,$0D1E,.s85
                fdb     .d86,$D0BE,.s86
                fdb     .d87,$5B17,.s87
                fdb     .d88,$5B17,.s88
                fdb     .d89,$E82F,.s89
                fdb     .d90,$AE9E,.s90
                fdb     .d91,$E4D1,.s91
                fdb     .d92,$4E04,.s92
                fdb     .d93,$0D42,.s93
                fdb     .d94,$B100,.s94
                fdb     .d95,$78A3,.s95
                fdb     .d96,$C076,.s96
                fdb     .d97,$2CB8,.s97
                fdb     .d98,$1D53,.s98
                fdb     .d99,$88E0,.s99
                fdb     .d100,$D69A,.s100
                fdb     .d101,$0CD1,.s101
                fdb     .d102,$FBD6,.s102
                fdb     .d103,$B79B,.s103
                fdb     .d104,$FFFF,.s104
                fdb     .d105,$FFFF,.s105
                fdb     .d106,$0000,.s106
                fdb     .d107,$A0A0,.s107
                fdb     .d108,$5F5F,.s108
                fdb     .d109,$AAAA,.s109
                fdb     .d110,$5555,.s110
                fdb     .d111,$F0F0,.s111
                fdb     .d112,$0F0F,.s112
                fdb     .d113,$CCCC,.s113
                fdb     .d114,$3333,.s114
                fdb     .d115,$FF00,.s115
                fdb     .d116,$00FF,.s116
                fdb     .d117,$CC33,.s117
                fdb     .d118,$33CC,.s118
                fdb     .d119,$C030,.s119
                fdb     .d120,$3FCF,.s120
                fdb     .d121,$0000,.s121
                fdb     .d122,$A0A0,.s122
                fdb     .d123,$5F5F,.s123
                fdb     .d124,$AAAA,.s124
                fdb     .d125,$5555,.s125
                fdb     .d126,$F0F0,.s126
                fdb     .d127,$0F0F,.s127
                fdb     .d128,$CCCC,.s128
                fdb     .d129,$3333,.s129
                fdb     .d130,$FF00,.s130
                fdb     .d131,$00FF,.s131
                fdb     .d132,$CC33,.s132
                fdb     .d133,$33CC,.s133
                fdb     .d134,$C030,.s134
                fdb     .d135,$3FCF,.s135
.d1             fcb     $00,$FF,$00,$01,$12
.s1             fcc     "NOP"
                fcb     $80
.d2             fcb     $00,$FF,$00,$01,$3D
.s2             fcc     "MUL"
                fcb     $80
.d3             fcb     $00,$FD,$00,$01,$1D
.s3             fcc     "SEX"
                fcb     $80
.d4             fcb     $00,$FD,$00,$01,$19
.s4             fcc     "DAA"
                fcb     $80
.d5             fcb     $00,$FF,$00,$01,$3A
.s5             fcc     "ABX"
                fcb     $80
.d6             fcb     $00,$FF,$00,$02,$1C,$D5
.s6             fcc     "ANDCC #$D5"
                fcb     $80
.d7             fcb     $00,$FF,$00,$02,$1A,$2A
.s7             fcc     "ORCC #$2A"
                fcb     $80
.d8             fcb     $00,$FF,$00,$02,$1E,$89
.s8             fcc     "EXG A,B"
                fcb     $80
.d9             fcb     $00,$FF,$00,$02,$1F,$89
.s9             fcc     "TFR A,B"
                fcb     $80
.d10            fcb     $00,$FF,$00,$02,$1E,$01
.s10            fcc     "EXG D,X"
                fcb     $80
.d11            fcb     $00,$FF,$00,$02,$1F,$12
.s11            fcc     "TFR X,Y"
                fcb     $80
.d12            fcb     $00,$FF,$00,$02,$1F,$8B
.s12            fcc     "TFR A,DP"
                fcb     $80
.d13            fcb     $00,$FF,$00,$02,$30,$AB
.s13            fcc     "LEAX D,Y"
                fcb     $80
.d14            fcb     $00,$FF,$00,$02,$31,$86
.s14            fcc     "LEAY A,X"
                fcb     $80
.d15            fcb     $00,$FF,$00,$02,$32,$1F
.s15            fcc     "LEAS -1,X"
                fcb     $80
.d16            fcb     $01,$FF,$00,$02,$33,$1F
.s16            fcc     "LEAU -1,X"
                fcb     $80
.d17            fcb     $00,$DF,$00,$01,$40
.s17            fcc     "NEGA"
                fcb     $80
.d18            fcb     $00,$FF,$00,$01,$43
.s18            fcc     "COMA"
                fcb     $80
.d19            fcb     $00,$FF,$00,$01,$44
.s19            fcc     "LSRA"
                fcb     $80
.d20            fcb     $00,$FF,$00,$01,$46
.s20            fcc     "RORA"
                fcb     $80
.d21            fcb     $00,$DF,$00,$01,$47
.s21            fcc     "ASRA"
                fcb     $80
.d22            fcb     $00,$DF,$00,$01,$48
.s22            fcc     "ASLA"
                fcb     $80
.d23            fcb     $00,$FF,$00,$01,$49
.s23            fcc     "ROLA"
                fcb     $80
.d24            fcb     $00,$FF,$00,$01,$4A
.s24            fcc     "DECA"
                fcb     $80
.d25            fcb     $00,$FF,$00,$01,$4C
.s25            fcc     "INCA"
                fcb     $80
.d26            fcb     $00,$FF,$00,$01,$4D
.s26            fcc     "TSTA"
                fcb     $80
.d27            fcb     $00,$FF,$00,$01,$4F
.s27            fcc     "CLRA"
                fcb     $80
.d28            fcb     $00,$DF,$00,$01,$50
.s28            fcc     "NEGB"
                fcb     $80
.d29            fcb     $00,$FF,$00,$01,$53
.s29            fcc     "COMB"
                fcb     $80
.d30            fcb     $00,$FF,$00,$01,$54
.s30            fcc     "LSRB"
                fcb     $80
.d31            fcb     $00,$FF,$00,$01,$56
.s31            fcc     "RORB"
                fcb     $80
.d32            fcb     $00,$DF,$00,$01,$57
.s32            fcc     "ASRB"
                fcb     $80
.d33            fcb     $00,$DF,$00,$01,$58
.s33            fcc     "ASLB"
                fcb     $80
.d34            fcb     $00,$FF,$00,$01,$59
.s34            fcc     "ROLB"
                fcb     $80
.d35            fcb     $00,$FF,$00,$01,$5A
.s35            fcc     "DECB"
                fcb     $80
.d36            fcb     $00,$FF,$00,$01,$5C
.s36            fcc     "INCB"
                fcb     $80
.d37            fcb     $00,$FF,$00,$01,$5D
.s37            fcc     "TSTB"
                fcb     $80
.d38            fcb     $00,$FF,$00,$01,$5F
.s38            fcc     "CLRB"
                fcb     $80
.d39            fcb     $00,$DF,$00,$03,$70,$CA,$60
.s39            fcc     "NEG M"
                fcb     $80
.d40            fcb     $00,$FF,$00,$03,$73,$CA,$60
.s40            fcc     "COM M"
                fcb     $80
.d41            fcb     $00,$FF,$00,$03,$74,$CA,$60
.s41            fcc     "LSR M"
                fcb     $80
.d42            fcb     $00,$FF,$00,$03,$76,$CA,$60
.s42            fcc     "ROR M"
                fcb     $80
.d43            fcb     $00,$DF,$00,$03,$77,$CA,$60
.s43            fcc     "ASR M"
                fcb     $80
.d44            fcb     $00,$DF,$00,$03,$78,$CA,$60
.s44            fcc     "ASL M"
                fcb     $80
.d45            fcb     $00,$FF,$00,$03,$79,$CA,$60
.s45            fcc     "ROL M"
                fcb     $80
.d46            fcb     $00,$FF,$00,$03,$7A,$CA,$60
.s46            fcc     "DEC M"
                fcb     $80
.d47            fcb     $00,$FF,$00,$03,$7C,$CA,$60
.s47            fcc     "INC M"
                fcb     $80
.d48            fcb     $00,$FF,$00,$03,$7D,$CA,$60
.s48            fcc     "TST M"
                fcb     $80
.d49            fcb     $00,$FF,$00,$03,$7F,$CA,$60
.s49            fcc     "CLR M"
                fcb     $80
.d50            fcb     $00,$DF,$00,$03,$B0,$CA,$60
.s50            fcc     "SUBA M"
                fcb     $80
.d51            fcb     $00,$DF,$00,$03,$B1,$CA,$60
.s51            fcc     "CMPA M"
                fcb     $80
.d52            fcb     $00,$DF,$00,$03,$B2,$CA,$60
.s52            fcc     "SBCA M"
                fcb     $80
.d53            fcb     $00,$FF,$00,$03,$B3,$CA,$60
.s53            fcc     "SUBD M"
                fcb     $80
.d54            fcb     $00,$FF,$00,$03,$B4,$CA,$60
.s54            fcc     "ANDA M"
                fcb     $80
.d55            fcb     $00,$FF,$00,$03,$B5,$CA,$60
.s55            fcc     "BITA M"
                fcb     $80
.d56            fcb     $00,$FF,$00,$03,$B6,$CA,$60
.s56            fcc     "LDA M"
                fcb     $80
.d57            fcb     $00,$FF,$00,$03,$B7,$CA,$60
.s57            fcc     "STA M"
                fcb     $80
.d58            fcb     $00,$FF,$00,$03,$B8,$CA,$60
.s58            fcc     "EORA M"
                fcb     $80
.d59            fcb     $00,$FF,$00,$03,$B9,$CA,$60
.s59            fcc     "ADCA M"
                fcb     $80
.d60            fcb     $00,$FF,$00,$03,$BA,$CA,$60
.s60            fcc     "ORA M"
                fcb     $80
.d61            fcb     $00,$FF,$00,$03,$BB,$CA,$60
.s61            fcc     "ADDA M"
                fcb     $80
.d62            fcb     $00,$FF,$00,$03,$BC,$CA,$60
.s62            fcc     "CMPX M"
                fcb     $80
.d63            fcb     $00,$FF,$00,$03,$BE,$CA,$60
.s63            fcc     "LDX M"
                fcb     $80
.d64            fcb     $00,$FF,$00,$03,$BF,$CA,$60
.s64            fcc     "STX M"
                fcb     $80
.d65            fcb     $00,$DF,$00,$03,$F0,$CA,$60
.s65            fcc     "SUBB M"
                fcb     $80
.d66            fcb     $00,$DF,$00,$03,$F1,$CA,$60
.s66            fcc     "CMPB M"
                fcb     $80
.d67            fcb     $00,$DF,$00,$03,$F2,$CA,$60
.s67            fcc     "SBCB M"
                fcb     $80
.d68            fcb     $00,$FF,$00,$03,$F3,$CA,$60
.s68            fcc     "ADDD M"
                fcb     $80
.d69            fcb     $00,$FF,$00,$03,$F4,$CA,$60
.s69            fcc     "ANDB M"
                fcb     $80
.d70            fcb     $00,$FF,$00,$03,$F5,$CA,$60
.s70            fcc     "BITB M"
                fcb     $80
.d71            fcb     $00,$FF,$00,$03,$F6,$CA,$60
.s71            fcc     "LDB M"
                fcb     $80
.d72            fcb     $00,$FF,$00,$03,$F7,$CA,$60
.s72            fcc     "STB M"
                fcb     $80
.d73            fcb     $00,$FF,$00,$03,$F8,$CA,$60
.s73            fcc     "EORB M"
                fcb     $80
.d74            fcb     $00,$FF,$00,$03,$F9,$CA,$60
.s74            fcc     "ADCB M"
                fcb     $80
.d75            fcb     $00,$FF,$00,$03,$FA,$CA,$60
.s75            fcc     "ORB M"
                fcb     $80
.d76            fcb     $00,$FF,$00,$03,$FB,$CA,$60
.s76            fcc     "ADDB M"
                fcb     $80
.d77            fcb     $00,$FF,$00,$03,$FC,$CA,$60
.s77            fcc     "LDD M"
                fcb     $80
.d78            fcb     $00,$FF,$00,$03,$FD,$CA,$60
.s78            fcc     "STD M"
                fcb     $80
.d79            fcb     $01,$FF,$00,$03,$FE,$CA,$60
.s79            fcc     "LDU M"
                fcb     $80
.d80            fcb     $01,$FF,$00,$03,$FF,$CA,$60
.s80            fcc     "STU M"
                fcb     $80
.d81            fcb     $00,$FF,$00,$04,$10,$B3,$CA,$60
.s81            fcc     "CMPD M"
                fcb     $80
.d82            fcb     $00,$FF,$00,$04,$10,$BC,$CA,$60
.s82            fcc     "CMPY M"
                fcb     $80
.d83            fcb     $00,$FF,$00,$04,$10,$BE,$CA,$60
.s83            fcc     "LDY M"
                fcb     $80
.d84            fcb     $00,$FF,$00,$04,$10,$BF,$CA,$60
.s84            fcc     "STY M"
                fcb     $80
.d85            fcb     $00,$FF,$00,$04,$10,$FE,$CA,$60
.s85            fcc     "LDS M"
                fcb     $80
.d86            fcb     $00,$FF,$00,$04,$10,$FF,$CA,$60
.s86            fcc     "STS M"
                fcb     $80
.d87            fcb     $01,$FF,$00,$04,$11,$B3,$CA,$60
.s87            fcc     "CMPU M"
                fcb     $80
.d88            fcb     $00,$FF,$00,$04,$11,$BC,$CA,$60
.s88            fcc     "CMPS M"
                fcb     $80
.d89            fcb     $00,$FF,$00,$01,$40
.s89            fcc     "NEGA, H KEPT"
                fcb     $80
.d90            fcb     $00,$FF,$00,$01,$47
.s90            fcc     "ASRA, H KEPT"
                fcb     $80
.d91            fcb     $00,$FF,$00,$01,$48
.s91            fcc     "ASLA, H KEPT"
                fcb     $80
.d92            fcb     $00,$FF,$00,$01,$50
.s92            fcc     "NEGB, H KEPT"
                fcb     $80
.d93            fcb     $00,$FF,$00,$01,$57
.s93            fcc     "ASRB, H KEPT"
                fcb     $80
.d94            fcb     $00,$FF,$00,$01,$58
.s94            fcc     "ASLB, H KEPT"
                fcb     $80
.d95            fcb     $00,$FF,$00,$03,$70,$CA,$60
.s95            fcc     "NEG M, H KEPT"
                fcb     $80
.d96            fcb     $00,$FF,$00,$03,$77,$CA,$60
.s96            fcc     "ASR M, H KEPT"
                fcb     $80
.d97            fcb     $00,$FF,$00,$03,$78,$CA,$60
.s97            fcc     "ASL M, H KEPT"
                fcb     $80
.d98            fcb     $00,$FF,$00,$03,$B0,$CA,$60
.s98            fcc     "SUBA M, H KEPT"
                fcb     $80
.d99            fcb     $00,$FF,$00,$03,$B1,$CA,$60
.s99            fcc     "CMPA M, H KEPT"
                fcb     $80
.d100           fcb     $00,$FF,$00,$03,$B2,$CA,$60
.s100           fcc     "SBCA M, H KEPT"
                fcb     $80
.d101           fcb     $00,$FF,$00,$03,$F0,$CA,$60
.s101           fcc     "SUBB M, H KEPT"
                fcb     $80
.d102           fcb     $00,$FF,$00,$03,$F1,$CA,$60
.s102           fcc     "CMPB M, H KEPT"
                fcb     $80
.d103           fcb     $00,$FF,$00,$03,$F2,$CA,$60
.s103           fcc     "SBCB M, H KEPT"
                fcb     $80
.d104           fcb     $02,$00,$00,$03,$16,$00,$03
.s104           fcc     "LBRA, BY N Z V C"
                fcb     $80
.d105           fcb     $02,$00,$00,$02,$20,$03
.s105           fcc     "BRA, BY N Z V C"
                fcb     $80
.d106           fcb     $02,$00,$00,$02,$21,$03
.s106           fcc     "BRN, BY N Z V C"
                fcb     $80
.d107           fcb     $02,$00,$00,$02,$22,$03
.s107           fcc     "BHI, BY N Z V C"
                fcb     $80
.d108           fcb     $02,$00,$00,$02,$23,$03
.s108           fcc     "BLS, BY N Z V C"
                fcb     $80
.d109           fcb     $02,$00,$00,$02,$24,$03
.s109           fcc     "BCC, BY N Z V C"
                fcb     $80
.d110           fcb     $02,$00,$00,$02,$25,$03
.s110           fcc     "BCS, BY N Z V C"
                fcb     $80
.d111           fcb     $02,$00,$00,$02,$26,$03
.s111           fcc     "BNE, BY N Z V C"
                fcb     $80
.d112           fcb     $02,$00,$00,$02,$27,$03
.s112           fcc     "BEQ, BY N Z V C"
                fcb     $80
.d113           fcb     $02,$00,$00,$02,$28,$03
.s113           fcc     "BVC, BY N Z V C"
                fcb     $80
.d114           fcb     $02,$00,$00,$02,$29,$03
.s114           fcc     "BVS, BY N Z V C"
                fcb     $80
.d115           fcb     $02,$00,$00,$02,$2A,$03
.s115           fcc     "BPL, BY N Z V C"
                fcb     $80
.d116           fcb     $02,$00,$00,$02,$2B,$03
.s116           fcc     "BMI, BY N Z V C"
                fcb     $80
.d117           fcb     $02,$00,$00,$02,$2C,$03
.s117           fcc     "BGE, BY N Z V C"
                fcb     $80
.d118           fcb     $02,$00,$00,$02,$2D,$03
.s118           fcc     "BLT, BY N Z V C"
                fcb     $80
.d119           fcb     $02,$00,$00,$02,$2E,$03
.s119           fcc     "BGT, BY N Z V C"
                fcb     $80
.d120           fcb     $02,$00,$00,$02,$2F,$03
.s120           fcc     "BLE, BY N Z V C"
                fcb     $80
.d121           fcb     $02,$00,$00,$04,$10,$21,$00,$03
.s121           fcc     "LBRN, BY N Z V C"
                fcb     $80
.d122           fcb     $02,$00,$00,$04,$10,$22,$00,$03
.s122           fcc     "LBHI, BY N Z V C"
                fcb     $80
.d123           fcb     $02,$00,$00,$04,$10,$23,$00,$03
.s123           fcc     "LBLS, BY N Z V C"
                fcb     $80
.d124           fcb     $02,$00,$00,$04,$10,$24,$00,$03
.s124           fcc     "LBCC, BY N Z V C"
                fcb     $80
.d125           fcb     $02,$00,$00,$04,$10,$25,$00,$03
.s125           fcc     "LBCS, BY N Z V C"
                fcb     $80
.d126           fcb     $02,$00,$00,$04,$10,$26,$00,$03
.s126           fcc     "LBNE, BY N Z V C"
                fcb     $80
.d127           fcb     $02,$00,$00,$04,$10,$27,$00,$03
.s127           fcc     "LBEQ, BY N Z V C"
                fcb     $80
.d128           fcb     $02,$00,$00,$04,$10,$28,$00,$03
.s128           fcc     "LBVC, BY N Z V C"
                fcb     $80
.d129           fcb     $02,$00,$00,$04,$10,$29,$00,$03
.s129           fcc     "LBVS, BY N Z V C"
                fcb     $80
.d130           fcb     $02,$00,$00,$04,$10,$2A,$00,$03
.s130           fcc     "LBPL, BY N Z V C"
                fcb     $80
.d131           fcb     $02,$00,$00,$04,$10,$2B,$00,$03
.s131           fcc     "LBMI, BY N Z V C"
                fcb     $80
.d132           fcb     $02,$00,$00,$04,$10,$2C,$00,$03
.s132           fcc     "LBGE, BY N Z V C"
                fcb     $80
.d133           fcb     $02,$00,$00,$04,$10,$2D,$00,$03
.s133           fcc     "LBLT, BY N Z V C"
                fcb     $80
.d134           fcb     $02,$00,$00,$04,$10,$2E,$00,$03
.s134           fcc     "LBGT, BY N Z V C"
                fcb     $80
.d135           fcb     $02,$00,$00,$04,$10,$2F,$00,$03
.s135           fcc     "LBLE, BY N Z V C"
                fcb     $80
