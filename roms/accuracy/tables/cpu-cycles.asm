; cpu-cycles.asm: the tests of the topic cpu-cycles
;
; written by python -m roms.accuracy_tables

topic_cpu_cycles
                fdb     .name,cycles_run,.table,332
.name           fcc     "CPU-CYCLES"
                fcb     $80
.table          fdb     .d1,$0006,.s1
                fdb     .d2,$0006,.s2
                fdb     .d3,$0006,.s3
                fdb     .d4,$0006,.s4
                fdb     .d5,$0006,.s5
                fdb     .d6,$0006,.s6
                fdb     .d7,$0006,.s7
                fdb     .d8,$0006,.s8
                fdb     .d9,$0006,.s9
                fdb     .d10,$0006,.s10
                fdb     .d11,$0003,.s11
                fdb     .d12,$0006,.s12
                fdb     .d13,$0002,.s13
                fdb     .d14,$0004,.s14
                fdb     .d15,$0005,.s15
                fdb     .d16,$0009,.s16
                fdb     .d17,$0002,.s17
                fdb     .d18,$0003,.s18
                fdb     .d19,$0003,.s19
                fdb     .d20,$0016,.s20
                fdb     .d21,$0002,.s21
                fdb     .d22,$0008,.s22
                fdb     .d23,$0006,.s23
                fdb     .d24,$0003,.s24
                fdb     .d25,$0003,.s25
                fdb     .d26,$0003,.s26
                fdb     .d27,$0003,.s27
                fdb     .d28,$0003,.s28
                fdb     .d29,$0003,.s29
                fdb     .d30,$0003,.s30
                fdb     .d31,$0003,.s31
                fdb     .d32,$0003,.s32
                fdb     .d33,$0003,.s33
                fdb     .d34,$0003,.s34
                fdb     .d35,$0003,.s35
                fdb     .d36,$0003,.s36
                fdb     .d37,$0003,.s37
                fdb     .d38,$0003,.s38
                fdb     .d39,$0003,.s39
                fdb     .d40,$0004,.s40
                fdb     .d41,$0004,.s41
                fdb     .d42,$0004,.s42
                fdb     .d43,$0004,.s43
                fdb     .d44,$0005,.s44
                fdb     .d45,$0006,.s45
                fdb     .d46,$0009,.s46
                fdb     .d47,$0011,.s47
                fdb     .d48,$0005,.s48
                fdb     .d49,$0006,.s49
                fdb     .d50,$0009,.s50
                fdb     .d51,$0011,.s51
                fdb     .d52,$0005,.s52
                fdb     .d53,$0006,.s53
                fdb     .d54,$0009,.s54
                fdb     .d55,$0011,.s55
                fdb     .d56,$0005,.s56
                fdb     .d57,$0006,.s57
                fdb     .d58,$0009,.s58
                fdb     .d59,$0011,.s59
                fdb     .d60,$0005,.s60
                fdb     .d61,$0003,.s61
                fdb     .d62,$000F,.s62
                fdb     .d63,$0006,.s63
                fdb     .d64,$0014,.s64
                fdb     .d65,$000B,.s65
                fdb     .d66,$0013,.s66
                fdb     .d67,$0002,.s67
                fdb     .d68,$0002,.s68
                fdb     .d69,$0002,.s69
                fdb     .d70,$0002,.s70
                fdb     .d71,$0002,.s71
                fdb     .d72,$0002,.s72
                fdb     .d73,$0002,.s73
                fdb     .d74,$0002,.s74
                fdb     .d75,$0002,.s75
                fdb     .d76,$0002,.s76
                fdb     .d77,$0002,.s77
                fdb     .d78,$0002,.s78
                fdb     .d79,$0002,.s79
                fdb     .d80,$0002,.s80
                fdb     .d81,$0002,.s81
                fdb     .d82,$0002,.s82
                fdb     .d83,$0002,.s83
                fdb     .d84,$0002,.s84
                fdb     .d85,$0002,.s85
                fdb     .d86,$0002,.s86
                fdb     .d87,$0002,.s87
                fdb     .d88,$0002,.s88
                fdb     .d89,$0006,.s89
                fdb     .d90,$0006,.s90
                fdb     .d91,$0006,.s91
                fdb     .d92,$0006,.s92
                fdb     .d93,$0006,.s93
                fdb     .d94,$0006,.s94
                fdb     .d95,$0006,.s95
                fdb     .d96,$0006,.s96
                fdb     .d97,$0006,.s97
                fdb     .d98,$0006,.s98
                fdb     .d99,$0003,.s99
                fdb     .d100,$0006,.s100
                fdb     .d101,$0007,.s101
                fdb     .d102,$0007,.s102
                fdb     .d103,$0007,.s103
                fdb     .d104,$0007,.s104
                fdb     .d105,$0007,.s105
                fdb     .d106,$0007,.s106
                fdb     .d107,$0007,.s107
                fdb     .d108,$0007,.s108
                fdb     .d109,$0007,.s109
                fdb     .d110,$0007,.s110
                fdb     .d111,$0004,.s111
                fdb     .d112,$0007,.s112
                fdb     .d113,$0002,.s113
                fdb     .d114,$0002,.s114
                fdb     .d115,$0002,.s115
                fdb     .d116,$0004,.s116
                fdb     .d117,$0002,.s117
                fdb     .d118,$0002,.s118
                fdb     .d119,$0002,.s119
                fdb     .d120,$0002,.s120
                fdb     .d121,$0002,.s121
                fdb     .d122,$0002,.s122
                fdb     .d123,$0002,.s123
                fdb     .d124,$0004,.s124
                fdb     .d125,$0007,.s125
                fdb     .d126,$0003,.s126
                fdb     .d127,$0004,.s127
                fdb     .d128,$0004,.s128
                fdb     .d129,$0004,.s129
                fdb     .d130,$0006,.s130
                fdb     .d131,$0004,.s131
                fdb     .d132,$0004,.s132
                fdb     .d133,$0004,.s133
                fdb     .d134,$0004,.s134
                fdb     .d135,$0004,.s135
                fdb     .d136,$0004,.s136
                fdb     .d137,$0004,.s137
                fdb     .d138,$0004,.s138
                fdb     .d139,$0006,.s139
                fdb     .d140,$0007,.s140
                fdb     .d141,$0005,.s141
                fdb     .d142,$0005,.s142
                fdb     .d143,$0004,.s143
                fdb     .d144,$0004,.s144
                fdb     .d145,$0004,.s145
                fdb     .d146,$0006,.s146
                fdb     .d147,$0004,.s147
                fdb     .d148,$0004,.s148
                fdb     .d149,$0004,.s149
                fdb     .d150,$0004,.s150
                fdb     .d151,$0004,.s151
                fdb     .d152,$0004,.s152
                fdb     .d153,$0004,.s153
                fdb     .d154,$0004,.s154
                fdb     .d155,$0006,.s155
                fdb     .d156,$0007,.s156
                fdb     .d157,$0005,.s157
                fdb     .d158,$0005,.s158
                fdb     .d159,$0005,.s159
                fdb     .d160,$0005,.s160
                fdb     .d161,$0005,.s161
                fdb     .d162,$0007,.s162
                fdb     .d163,$0005,.s163
                fdb     .d164,$0005,.s164
                fdb     .d165,$0005,.s165
                fdb     .d166,$0005,.s166
                fdb     .d167,$0005,.s167
                fdb     .d168,$0005,.s168
                fdb     .d169,$0005,.s169
                fdb     .d170,$0005,.s170
                fdb     .d171,$0007,.s171
                fdb     .d172,$0008,.s172
                fdb     .d173,$0006,.s173
                fdb     .d174,$0006,.s174
                fdb     .d175,$0002,.s175
                fdb     .d176,$0002,.s176
                fdb     .d177,$0002,.s177
                fdb     .d178,$0004,.s178
                fdb     .d179,$0002,.s179
                fdb     .d180,$0002,.s180
                fdb     .d181,$0002,.s181
                fdb     .d182,$0002,.s182
                fdb     .d183,$0002,.s183
                fdb     .d184,$0002,.s184
                fdb     .d185,$0002,.s185
                fdb     .d186,$0003,.s186
                fdb     .d187,$0003,.s187
                fdb     .d188,$0004,.s188
                fdb     .d189,$0004,.s189
                fdb     .d190,$0004,.s190
                fdb     .d191,$0006,.s191
                fdb     .d192,$0004,.s192
                fdb     .d193,$0004,.s193
                fdb     .d194,$0004,.s194
                fdb     .d195,$0004,.s195
                fdb     .d196,$0004,.s196
                fdb     .d197,$0004,.s197
                fdb     .d198,$0004,.s198
                fdb     .d199,$0004,.s199
                fdb     .d200,$0005,.s200
                fdb     .d201,$0005,.s201
                fdb     .d202,$0005,.s202
                fdb     .d203,$0005,.s203
                fdb     .d204,$0004,.s204
                fdb     .d205,$0004,.s205
                fdb     .d206,$0004,.s206
                fdb     .d207,$0006,.s207
                fdb     .d208,$0004,.s208
                fdb     .d209,$0004,.s209
                fdb     .d210,$0004,.s210
                fdb     .d211,$0004,.s211
                fdb     .d212,$0004,.s212
                fdb     .d213,$0004,.s213
                fdb     .d214,$0004,.s214
                fdb     .d215,$0004,.s215
                fdb     .d216,$0005,.s216
                fdb     .d217,$0005,.s217
                fdb     .d218,$0005,.s218
                fdb     .d219,$0005,.s219
                fdb     .d220,$0005,.s220
                fdb     .d221,$0005,.s221
                fdb     .d222,$0005,.s222
                fdb     .d223,$0007,.s223
                fdb     .d224,$0005,.s224
                fdb     .d225,$0005,.s225
                fdb     .d226,$0005,.s226
                fdb     .d227,$0005,.s227
                fdb     .d228,$0005,.s228
                fdb     .d229,$0005,.s229
                fdb     .d230,$0005,.s230
                fdb     .d231,$0005,.s231
                fdb     .d232,$0006,.s232
                fdb     .d233,$0006,.s233
                fdb     .d234,$0006,.s234
                fdb     .d235,$0006,.s235
                fdb     .d236,$0005,.s236
                fdb     .d237,$0006,.s237
                fdb     .d238,$0005,.s238
                fdb     .d239,$0006,.s239
                fdb     .d240,$0005,.s240
                fdb     .d241,$0006,.s241
                fdb     .d242,$0005,.s242
                fdb     .d243,$0006,.s243
                fdb     .d244,$0005,.s244
                fdb     .d245,$0006,.s245
                fdb     .d246,$0005,.s246
                fdb     .d247,$0006,.s247
                fdb     .d248,$0005,.s248
                fdb     .d249,$0006,.s249
                fdb     .d250,$0005,.s250
                fdb     .d251,$0006,.s251
                fdb     .d252,$0005,.s252
                fdb     .d253,$0006,.s253
                fdb     .d254,$0005,.s254
                fdb     .d255,$0006,.s255
                fdb     .d256,$0005,.s256
                fdb     .d257,$0006,.s257
                fdb     .d258,$0005,.s258
                fdb     .d259,$0006,.s259
                fdb     .d260,$0005,.s260
                fdb     .d261,$0006,.s261
                fdb     .d262,$0005,.s262
                fdb     .d263,$0006,.s263
                fdb     .d264,$0005,.s264
                fdb     .d265,$0014,.s265
                fdb     .d266,$0005,.s266
                fdb     .d267,$0005,.s267
                fdb     .d268,$0004,.s268
                fdb     .d269,$0007,.s269
                fdb     .d270,$0007,.s270
                fdb     .d271,$0006,.s271
                fdb     .d272,$0006,.s272
                fdb     .d273,$0007,.s273
                fdb     .d274,$0007,.s274
                fdb     .d275,$0006,.s275
                fdb     .d276,$0006,.s276
                fdb     .d277,$0008,.s277
                fdb     .d278,$0008,.s278
                fdb     .d279,$0007,.s279
                fdb     .d280,$0007,.s280
                fdb     .d281,$0004,.s281
                fdb     .d282,$0006,.s282
                fdb     .d283,$0006,.s283
                fdb     .d284,$0006,.s284
                fdb     .d285,$0006,.s285
                fdb     .d286,$0007,.s286
                fdb     .d287,$0007,.s287
                fdb     .d288,$0014,.s288
                fdb     .d289,$0005,.s289
                fdb     .d290,$0005,.s290
                fdb     .d291,$0007,.s291
                fdb     .d292,$0007,.s292
                fdb     .d293,$0007,.s293
                fdb     .d294,$0007,.s294
                fdb     .d295,$0008,.s295
                fdb     .d296,$0008,.s296
                fdb     .d297,$0005,.s297
                fdb     .d298,$0005,.s298
                fdb     .d299,$0005,.s299
                fdb     .d300,$0005,.s300
                fdb     .d301,$0006,.s301
                fdb     .d302,$0007,.s302
                fdb     .d303,$0006,.s303
                fdb     .d304,$0007,.s304
                fdb     .d305,$0004,.s305
                fdb     .d306,$0005,.s306
                fdb     .d307,$0005,.s307
                fdb     .d308,$0005,.s308
                fdb     .d309,$0008,.s309
                fdb     .d310,$0008,.s310
                fdb     .d311,$0005,.s311
                fdb     .d312,$0009,.s312
                fdb     .d313,$000A,.s313
                fdb     .d314,$000A,.s314
                fdb     .d315,$0007,.s315
                fdb     .d316,$0008,.s316
                fdb     .d317,$0008,.s317
                fdb     .d318,$0008,.s318
                fdb     .d319,$000B,.s319
                fdb     .d320,$000B,.s320
                fdb     .d321,$0008,.s321
                fdb     .d322,$000C,.s322
                fdb     .d323,$0009,.s323
                fdb     .d324,$0007,.s324
                fdb     .d325,$0004,.s325
                fdb     .d326,$0007,.s326
                fdb     .d327,$0007,.s327
                fdb     .d328,$0004,.s328
                fdb     .d329,$0007,.s329
                fdb     .d330,$0007,.s330
                fdb     .d331,$0004,.s331
                fdb     .d332,$0007,.s332
.d1             fcb     $00,$50,$00,$02,$00,$60
.s1             fcc     "NEG <N"
                fcb     $80
.d2             fcb     $00,$50,$00,$02,$03,$60
.s2             fcc     "COM <N"
                fcb     $80
.d3             fcb     $00,$50,$00,$02,$04,$60
.s3             fcc     "LSR <N"
                fcb     $80
.d4             fcb     $00,$50,$00,$02,$06,$60
.s4             fcc     "ROR <N"
                fcb     $80
.d5             fcb     $00,$50,$00,$02,$07,$60
.s5             fcc     "ASR <N"
                fcb     $80
.d6             fcb     $00,$50,$00,$02,$08,$60
.s6             fcc     "ASL <N"
                fcb     $80
.d7             fcb     $00,$50,$00,$02,$09,$60
.s7             fcc     "ROL <N"
                fcb     $80
.d8             fcb     $00,$50,$00,$02,$0A,$60
.s8             fcc     "DEC <N"
                fcb     $80
.d9             fcb     $00,$50,$00,$02,$0C,$60
.s9             fcc     "INC <N"
                fcb     $80
.d10            fcb     $00,$50,$00,$02,$0D,$60
.s10            fcc     "TST <N"
                fcb     $80
.d11            fcb     $00,$50,$00,$02,$0E,$CA
.s11            fcc     "JMP <N"
                fcb     $80
.d12            fcb     $00,$50,$00,$02,$0F,$60
.s12            fcc     "CLR <N"
                fcb     $80
.d13            fcb     $00,$50,$00,$01,$12
.s13            fcc     "NOP"
                fcb     $80
.d14            fcb     $01,$50,$00,$01,$13
.s14            fcc     "SYNC, IRQ MASKED"
                fcb     $80
.d15            fcb     $00,$50,$00,$03,$16,$00,$00
.s15            fcc     "LBRA"
                fcb     $80
.d16            fcb     $00,$50,$00,$03,$17,$00,$00
.s16            fcc     "LBSR"
                fcb     $80
.d17            fcb     $00,$50,$00,$01,$19
.s17            fcc     "DAA"
                fcb     $80
.d18            fcb     $00,$50,$00,$02,$1A,$FF
.s18            fcc     "ORCC #N"
                fcb     $80
.d19            fcb     $00,$50,$00,$02,$1C,$FF
.s19            fcc     "ANDCC #N"
                fcb     $80
.d20            fcb     $01,$50,$04,$02,$1C,$EF
.s20            fcc     "IRQ AFTER ANDCC"
                fcb     $80
.d21            fcb     $00,$50,$00,$01,$1D
.s21            fcc     "SEX"
                fcb     $80
.d22            fcb     $00,$50,$00,$02,$1E,$12
.s22            fcc     "EXG X,Y"
                fcb     $80
.d23            fcb     $00,$50,$00,$02,$1F,$12
.s23            fcc     "TFR X,Y"
                fcb     $80
.d24            fcb     $00,$50,$00,$02,$20,$00
.s24            fcc     "BRA"
                fcb     $80
.d25            fcb     $00,$50,$00,$02,$21,$00
.s25            fcc     "BRN"
                fcb     $80
.d26            fcb     $00,$50,$00,$02,$22,$00
.s26            fcc     "BHI"
                fcb     $80
.d27            fcb     $00,$50,$00,$02,$23,$00
.s27            fcc     "BLS"
                fcb     $80
.d28            fcb     $00,$50,$00,$02,$24,$00
.s28            fcc     "BCC"
                fcb     $80
.d29            fcb     $00,$50,$00,$02,$25,$00
.s29            fcc     "BCS"
                fcb     $80
.d30            fcb     $00,$50,$00,$02,$26,$00
.s30            fcc     "BNE"
                fcb     $80
.d31            fcb     $00,$50,$00,$02,$27,$00
.s31            fcc     "BEQ"
                fcb     $80
.d32            fcb     $00,$50,$00,$02,$28,$00
.s32            fcc     "BVC"
                fcb     $80
.d33            fcb     $00,$50,$00,$02,$29,$00
.s33            fcc     "BVS"
                fcb     $80
.d34            fcb     $00,$50,$00,$02,$2A,$00
.s34            fcc     "BPL"
                fcb     $80
.d35            fcb     $00,$50,$00,$02,$2B,$00
.s35            fcc     "BMI"
                fcb     $80
.d36            fcb     $00,$50,$00,$02,$2C,$00
.s36            fcc     "BGE"
                fcb     $80
.d37            fcb     $00,$50,$00,$02,$2D,$00
.s37            fcc     "BLT"
                fcb     $80
.d38            fcb     $00,$50,$00,$02,$2E,$00
.s38            fcc     "BGT"
                fcb     $80
.d39            fcb     $00,$50,$00,$02,$2F,$00
.s39            fcc     "BLE"
                fcb     $80
.d40            fcb     $00,$50,$00,$02,$30,$84
.s40            fcc     "LEAX ,R"
                fcb     $80
.d41            fcb     $00,$50,$00,$02,$31,$84
.s41            fcc     "LEAY ,R"
                fcb     $80
.d42            fcb     $00,$50,$00,$02,$32,$84
.s42            fcc     "LEAS ,R"
                fcb     $80
.d43            fcb     $00,$50,$00,$02,$33,$84
.s43            fcc     "LEAU ,R"
                fcb     $80
.d44            fcb     $00,$50,$00,$02,$34,$00
.s44            fcc     "PSHS, NOTHING"
                fcb     $80
.d45            fcb     $00,$50,$00,$02,$34,$02
.s45            fcc     "PSHS A"
                fcb     $80
.d46            fcb     $00,$50,$00,$02,$34,$30
.s46            fcc     "PSHS X,Y"
                fcb     $80
.d47            fcb     $00,$50,$00,$02,$34,$FF
.s47            fcc     "PSHS, ALL"
                fcb     $80
.d48            fcb     $00,$50,$00,$02,$35,$00
.s48            fcc     "PULS, NOTHING"
                fcb     $80
.d49            fcb     $00,$50,$00,$02,$35,$02
.s49            fcc     "PULS A"
                fcb     $80
.d50            fcb     $00,$50,$00,$02,$35,$30
.s50            fcc     "PULS X,Y"
                fcb     $80
.d51            fcb     $00,$50,$00,$02,$35,$FF
.s51            fcc     "PULS, ALL"
                fcb     $80
.d52            fcb     $00,$50,$00,$02,$36,$00
.s52            fcc     "PSHU, NOTHING"
                fcb     $80
.d53            fcb     $00,$50,$00,$02,$36,$02
.s53            fcc     "PSHU A"
                fcb     $80
.d54            fcb     $00,$50,$00,$02,$36,$30
.s54            fcc     "PSHU X,Y"
                fcb     $80
.d55            fcb     $00,$50,$00,$02,$36,$FF
.s55            fcc     "PSHU, ALL"
                fcb     $80
.d56            fcb     $00,$50,$00,$02,$37,$00
.s56            fcc     "PULU, NOTHING"
                fcb     $80
.d57            fcb     $00,$50,$00,$02,$37,$02
.s57            fcc     "PULU A"
                fcb     $80
.d58            fcb     $00,$50,$00,$02,$37,$30
.s58            fcc     "PULU X,Y"
                fcb     $80
.d59            fcb     $00,$50,$00,$02,$37,$FF
.s59            fcc     "PULU, ALL"
                fcb     $80
.d60            fcb     $00,$50,$00,$01,$39
.s60            fcc     "RTS"
                fcb     $80
.d61            fcb     $00,$50,$00,$01,$3A
.s61            fcc     "ABX"
                fcb     $80
.d62            fcb     $00,$50,$00,$01,$3B
.s62            fcc     "RTI, E SET"
                fcb     $80
.d63            fcb     $02,$50,$00,$01,$3B
.s63            fcc     "RTI, E CLEAR"
                fcb     $80
.d64            fcb     $01,$50,$04,$02,$3C,$EF
.s64            fcc     "CWAI, IRQ WAITING"
                fcb     $80
.d65            fcb     $00,$50,$00,$01,$3D
.s65            fcc     "MUL"
                fcb     $80
.d66            fcb     $00,$50,$04,$01,$3F
.s66            fcc     "SWI"
                fcb     $80
.d67            fcb     $00,$50,$00,$01,$40
.s67            fcc     "NEGA"
                fcb     $80
.d68            fcb     $00,$50,$00,$01,$43
.s68            fcc     "COMA"
                fcb     $80
.d69            fcb     $00,$50,$00,$01,$44
.s69            fcc     "LSRA"
                fcb     $80
.d70            fcb     $00,$50,$00,$01,$46
.s70            fcc     "RORA"
                fcb     $80
.d71            fcb     $00,$50,$00,$01,$47
.s71            fcc     "ASRA"
                fcb     $80
.d72            fcb     $00,$50,$00,$01,$48
.s72            fcc     "ASLA"
                fcb     $80
.d73            fcb     $00,$50,$00,$01,$49
.s73            fcc     "ROLA"
                fcb     $80
.d74            fcb     $00,$50,$00,$01,$4A
.s74            fcc     "DECA"
                fcb     $80
.d75            fcb     $00,$50,$00,$01,$4C
.s75            fcc     "INCA"
                fcb     $80
.d76            fcb     $00,$50,$00,$01,$4D
.s76            fcc     "TSTA"
                fcb     $80
.d77            fcb     $00,$50,$00,$01,$4F
.s77            fcc     "CLRA"
                fcb     $80
.d78            fcb     $00,$50,$00,$01,$50
.s78            fcc     "NEGB"
                fcb     $80
.d79            fcb     $00,$50,$00,$01,$53
.s79            fcc     "COMB"
                fcb     $80
.d80            fcb     $00,$50,$00,$01,$54
.s80            fcc     "LSRB"
                fcb     $80
.d81            fcb     $00,$50,$00,$01,$56
.s81            fcc     "RORB"
                fcb     $80
.d82            fcb     $00,$50,$00,$01,$57
.s82            fcc     "ASRB"
                fcb     $80
.d83            fcb     $00,$50,$00,$01,$58
.s83            fcc     "ASLB"
                fcb     $80
.d84            fcb     $00,$50,$00,$01,$59
.s84            fcc     "ROLB"
                fcb     $80
.d85            fcb     $00,$50,$00,$01,$5A
.s85            fcc     "DECB"
                fcb     $80
.d86            fcb     $00,$50,$00,$01,$5C
.s86            fcc     "INCB"
                fcb     $80
.d87            fcb     $00,$50,$00,$01,$5D
.s87            fcc     "TSTB"
                fcb     $80
.d88            fcb     $00,$50,$00,$01,$5F
.s88            fcc     "CLRB"
                fcb     $80
.d89            fcb     $00,$50,$00,$02,$60,$84
.s89            fcc     "NEG ,R"
                fcb     $80
.d90            fcb     $00,$50,$00,$02,$63,$84
.s90            fcc     "COM ,R"
                fcb     $80
.d91            fcb     $00,$50,$00,$02,$64,$84
.s91            fcc     "LSR ,R"
                fcb     $80
.d92            fcb     $00,$50,$00,$02,$66,$84
.s92            fcc     "ROR ,R"
                fcb     $80
.d93            fcb     $00,$50,$00,$02,$67,$84
.s93            fcc     "ASR ,R"
                fcb     $80
.d94            fcb     $00,$50,$00,$02,$68,$84
.s94            fcc     "ASL ,R"
                fcb     $80
.d95            fcb     $00,$50,$00,$02,$69,$84
.s95            fcc     "ROL ,R"
                fcb     $80
.d96            fcb     $00,$50,$00,$02,$6A,$84
.s96            fcc     "DEC ,R"
                fcb     $80
.d97            fcb     $00,$50,$00,$02,$6C,$84
.s97            fcc     "INC ,R"
                fcb     $80
.d98            fcb     $00,$50,$00,$02,$6D,$84
.s98            fcc     "TST ,R"
                fcb     $80
.d99            fcb     $00,$50,$00,$02,$6E,$A4
.s99            fcc     "JMP ,R"
                fcb     $80
.d100           fcb     $00,$50,$00,$02,$6F,$84
.s100           fcc     "CLR ,R"
                fcb     $80
.d101           fcb     $00,$50,$00,$03,$70,$CA,$60
.s101           fcc     "NEG >NN"
                fcb     $80
.d102           fcb     $00,$50,$00,$03,$73,$CA,$60
.s102           fcc     "COM >NN"
                fcb     $80
.d103           fcb     $00,$50,$00,$03,$74,$CA,$60
.s103           fcc     "LSR >NN"
                fcb     $80
.d104           fcb     $00,$50,$00,$03,$76,$CA,$60
.s104           fcc     "ROR >NN"
                fcb     $80
.d105           fcb     $00,$50,$00,$03,$77,$CA,$60
.s105           fcc     "ASR >NN"
                fcb     $80
.d106           fcb     $00,$50,$00,$03,$78,$CA,$60
.s106           fcc     "ASL >NN"
                fcb     $80
.d107           fcb     $00,$50,$00,$03,$79,$CA,$60
.s107           fcc     "ROL >NN"
                fcb     $80
.d108           fcb     $00,$50,$00,$03,$7A,$CA,$60
.s108           fcc     "DEC >NN"
                fcb     $80
.d109           fcb     $00,$50,$00,$03,$7C,$CA,$60
.s109           fcc     "INC >NN"
                fcb     $80
.d110           fcb     $00,$50,$00,$03,$7D,$CA,$60
.s110           fcc     "TST >NN"
                fcb     $80
.d111           fcb     $00,$50,$00,$03,$7E,$CA,$CA
.s111           fcc     "JMP >NN"
                fcb     $80
.d112           fcb     $00,$50,$00,$03,$7F,$CA,$60
.s112           fcc     "CLR >NN"
                fcb     $80
.d113           fcb     $00,$50,$00,$02,$80,$FF
.s113           fcc     "SUBA #N"
                fcb     $80
.d114           fcb     $00,$50,$00,$02,$81,$FF
.s114           fcc     "CMPA #N"
                fcb     $80
.d115           fcb     $00,$50,$00,$02,$82,$FF
.s115           fcc     "SBCA #N"
                fcb     $80
.d116           fcb     $00,$50,$00,$03,$83,$CA,$80
.s116           fcc     "SUBD #NN"
                fcb     $80
.d117           fcb     $00,$50,$00,$02,$84,$FF
.s117           fcc     "ANDA #N"
                fcb     $80
.d118           fcb     $00,$50,$00,$02,$85,$FF
.s118           fcc     "BITA #N"
                fcb     $80
.d119           fcb     $00,$50,$00,$02,$86,$FF
.s119           fcc     "LDA #N"
                fcb     $80
.d120           fcb     $00,$50,$00,$02,$88,$FF
.s120           fcc     "EORA #N"
                fcb     $80
.d121           fcb     $00,$50,$00,$02,$89,$FF
.s121           fcc     "ADCA #N"
                fcb     $80
.d122           fcb     $00,$50,$00,$02,$8A,$FF
.s122           fcc     "ORA #N"
                fcb     $80
.d123           fcb     $00,$50,$00,$02,$8B,$FF
.s123           fcc     "ADDA #N"
                fcb     $80
.d124           fcb     $00,$50,$00,$03,$8C,$CA,$80
.s124           fcc     "CMPX #NN"
                fcb     $80
.d125           fcb     $00,$50,$00,$02,$8D,$00
.s125           fcc     "BSR"
                fcb     $80
.d126           fcb     $00,$50,$00,$03,$8E,$CA,$80
.s126           fcc     "LDX #NN"
                fcb     $80
.d127           fcb     $00,$50,$00,$02,$90,$60
.s127           fcc     "SUBA <N"
                fcb     $80
.d128           fcb     $00,$50,$00,$02,$91,$60
.s128           fcc     "CMPA <N"
                fcb     $80
.d129           fcb     $00,$50,$00,$02,$92,$60
.s129           fcc     "SBCA <N"
                fcb     $80
.d130           fcb     $00,$50,$00,$02,$93,$60
.s130           fcc     "SUBD <N"
                fcb     $80
.d131           fcb     $00,$50,$00,$02,$94,$60
.s131           fcc     "ANDA <N"
                fcb     $80
.d132           fcb     $00,$50,$00,$02,$95,$60
.s132           fcc     "BITA <N"
                fcb     $80
.d133           fcb     $00,$50,$00,$02,$96,$60
.s133           fcc     "LDA <N"
                fcb     $80
.d134           fcb     $00,$50,$00,$02,$97,$60
.s134           fcc     "STA <N"
                fcb     $80
.d135           fcb     $00,$50,$00,$02,$98,$60
.s135           fcc     "EORA <N"
                fcb     $80
.d136           fcb     $00,$50,$00,$02,$99,$60
.s136           fcc     "ADCA <N"
                fcb     $80
.d137           fcb     $00,$50,$00,$02,$9A,$60
.s137           fcc     "ORA <N"
                fcb     $80
.d138           fcb     $00,$50,$00,$02,$9B,$60
.s138           fcc     "ADDA <N"
                fcb     $80
.d139           fcb     $00,$50,$00,$02,$9C,$60
.s139           fcc     "CMPX <N"
                fcb     $80
.d140           fcb     $00,$50,$00,$02,$9D,$CA
.s140           fcc     "JSR <N"
                fcb     $80
.d141           fcb     $00,$50,$00,$02,$9E,$60
.s141           fcc     "LDX <N"
                fcb     $80
.d142           fcb     $00,$50,$00,$02,$9F,$60
.s142           fcc     "STX <N"
                fcb     $80
.d143           fcb     $00,$50,$00,$02,$A0,$84
.s143           fcc     "SUBA ,R"
                fcb     $80
.d144           fcb     $00,$50,$00,$02,$A1,$84
.s144           fcc     "CMPA ,R"
                fcb     $80
.d145           fcb     $00,$50,$00,$02,$A2,$84
.s145           fcc     "SBCA ,R"
                fcb     $80
.d146           fcb     $00,$50,$00,$02,$A3,$84
.s146           fcc     "SUBD ,R"
                fcb     $80
.d147           fcb     $00,$50,$00,$02,$A4,$84
.s147           fcc     "ANDA ,R"
                fcb     $80
.d148           fcb     $00,$50,$00,$02,$A5,$84
.s148           fcc     "BITA ,R"
                fcb     $80
.d149           fcb     $00,$50,$00,$02,$A6,$84
.s149           fcc     "LDA ,R"
                fcb     $80
.d150           fcb     $00,$50,$00,$02,$A7,$84
.s150           fcc     "STA ,R"
                fcb     $80
.d151           fcb     $00,$50,$00,$02,$A8,$84
.s151           fcc     "EORA ,R"
                fcb     $80
.d152           fcb     $00,$50,$00,$02,$A9,$84
.s152           fcc     "ADCA ,R"
                fcb     $80
.d153           fcb     $00,$50,$00,$02,$AA,$84
.s153           fcc     "ORA ,R"
                fcb     $80
.d154           fcb     $00,$50,$00,$02,$AB,$84
.s154           fcc     "ADDA ,R"
                fcb     $80
.d155           fcb     $00,$50,$00,$02,$AC,$84
.s155           fcc     "CMPX ,R"
                fcb     $80
.d156           fcb     $00,$50,$00,$02,$AD,$A4
.s156           fcc     "JSR ,R"
                fcb     $80
.d157           fcb     $00,$50,$00,$02,$AE,$84
.s157           fcc     "LDX ,R"
                fcb     $80
.d158           fcb     $00,$50,$00,$02,$AF,$84
.s158           fcc     "STX ,R"
                fcb     $80
.d159           fcb     $00,$50,$00,$03,$B0,$CA,$60
.s159           fcc     "SUBA >NN"
                fcb     $80
.d160           fcb     $00,$50,$00,$03,$B1,$CA,$60
.s160           fcc     "CMPA >NN"
                fcb     $80
.d161           fcb     $00,$50,$00,$03,$B2,$CA,$60
.s161           fcc     "SBCA >NN"
                fcb     $80
.d162           fcb     $00,$50,$00,$03,$B3,$CA,$60
.s162           fcc     "SUBD >NN"
                fcb     $80
.d163           fcb     $00,$50,$00,$03,$B4,$CA,$60
.s163           fcc     "ANDA >NN"
                fcb     $80
.d164           fcb     $00,$50,$00,$03,$B5,$CA,$60
.s164           fcc     "BITA >NN"
                fcb     $80
.d165           fcb     $00,$50,$00,$03,$B6,$CA,$60
.s165           fcc     "LDA >NN"
                fcb     $80
.d166           fcb     $00,$50,$00,$03,$B7,$CA,$60
.s166           fcc     "STA >NN"
                fcb     $80
.d167           fcb     $00,$50,$00,$03,$B8,$CA,$60
.s167           fcc     "EORA >NN"
                fcb     $80
.d168           fcb     $00,$50,$00,$03,$B9,$CA,$60
.s168           fcc     "ADCA >NN"
                fcb     $80
.d169           fcb     $00,$50,$00,$03,$BA,$CA,$60
.s169           fcc     "ORA >NN"
                fcb     $80
.d170           fcb     $00,$50,$00,$03,$BB,$CA,$60
.s170           fcc     "ADDA >NN"
                fcb     $80
.d171           fcb     $00,$50,$00,$03,$BC,$CA,$60
.s171           fcc     "CMPX >NN"
                fcb     $80
.d172           fcb     $00,$50,$00,$03,$BD,$CA,$CA
.s172           fcc     "JSR >NN"
                fcb     $80
.d173           fcb     $00,$50,$00,$03,$BE,$CA,$60
.s173           fcc     "LDX >NN"
                fcb     $80
.d174           fcb     $00,$50,$00,$03,$BF,$CA,$60
.s174           fcc     "STX >NN"
                fcb     $80
.d175           fcb     $00,$50,$00,$02,$C0,$FF
.s175           fcc     "SUBB #N"
                fcb     $80
.d176           fcb     $00,$50,$00,$02,$C1,$FF
.s176           fcc     "CMPB #N"
                fcb     $80
.d177           fcb     $00,$50,$00,$02,$C2,$FF
.s177           fcc     "SBCB #N"
                fcb     $80
.d178           fcb     $00,$50,$00,$03,$C3,$CA,$80
.s178           fcc     "ADDD #NN"
                fcb     $80
.d179           fcb     $00,$50,$00,$02,$C4,$FF
.s179           fcc     "ANDB #N"
                fcb     $80
.d180           fcb     $00,$50,$00,$02,$C5,$FF
.s180           fcc     "BITB #N"
                fcb     $80
.d181           fcb     $00,$50,$00,$02,$C6,$FF
.s181           fcc     "LDB #N"
                fcb     $80
.d182           fcb     $00,$50,$00,$02,$C8,$FF
.s182           fcc     "EORB #N"
                fcb     $80
.d183           fcb     $00,$50,$00,$02,$C9,$FF
.s183           fcc     "ADCB #N"
                fcb     $80
.d184           fcb     $00,$50,$00,$02,$CA,$FF
.s184           fcc     "ORB #N"
                fcb     $80
.d185           fcb     $00,$50,$00,$02,$CB,$FF
.s185           fcc     "ADDB #N"
                fcb     $80
.d186           fcb     $00,$50,$00,$03,$CC,$CA,$80
.s186           fcc     "LDD #NN"
                fcb     $80
.d187           fcb     $00,$50,$00,$03,$CE,$CA,$80
.s187           fcc     "LDU #NN"
                fcb     $80
.d188           fcb     $00,$50,$00,$02,$D0,$60
.s188           fcc     "SUBB <N"
                fcb     $80
.d189           fcb     $00,$50,$00,$02,$D1,$60
.s189           fcc     "CMPB <N"
                fcb     $80
.d190           fcb     $00,$50,$00,$02,$D2,$60
.s190           fcc     "SBCB <N"
                fcb     $80
.d191           fcb     $00,$50,$00,$02,$D3,$60
.s191           fcc     "ADDD <N"
                fcb     $80
.d192           fcb     $00,$50,$00,$02,$D4,$60
.s192           fcc     "ANDB <N"
                fcb     $80
.d193           fcb     $00,$50,$00,$02,$D5,$60
.s193           fcc     "BITB <N"
                fcb     $80
.d194           fcb     $00,$50,$00,$02,$D6,$60
.s194           fcc     "LDB <N"
                fcb     $80
.d195           fcb     $00,$50,$00,$02,$D7,$60
.s195           fcc     "STB <N"
                fcb     $80
.d196           fcb     $00,$50,$00,$02,$D8,$60
.s196           fcc     "EORB <N"
                fcb     $80
.d197           fcb     $00,$50,$00,$02,$D9,$60
.s197           fcc     "ADCB <N"
                fcb     $80
.d198           fcb     $00,$50,$00,$02,$DA,$60
.s198           fcc     "ORB <N"
                fcb     $80
.d199           fcb     $00,$50,$00,$02,$DB,$60
.s199           fcc     "ADDB <N"
                fcb     $80
.d200           fcb     $00,$50,$00,$02,$DC,$60
.s200           fcc     "LDD <N"
                fcb     $80
.d201           fcb     $00,$50,$00,$02,$DD,$60
.s201           fcc     "STD <N"
                fcb     $80
.d202           fcb     $00,$50,$00,$02,$DE,$60
.s202           fcc     "LDU <N"
                fcb     $80
.d203           fcb     $00,$50,$00,$02,$DF,$60
.s203           fcc     "STU <N"
                fcb     $80
.d204           fcb     $00,$50,$00,$02,$E0,$84
.s204           fcc     "SUBB ,R"
                fcb     $80
.d205           fcb     $00,$50,$00,$02,$E1,$84
.s205           fcc     "CMPB ,R"
                fcb     $80
.d206           fcb     $00,$50,$00,$02,$E2,$84
.s206           fcc     "SBCB ,R"
                fcb     $80
.d207           fcb     $00,$50,$00,$02,$E3,$84
.s207           fcc     "ADDD ,R"
                fcb     $80
.d208           fcb     $00,$50,$00,$02,$E4,$84
.s208           fcc     "ANDB ,R"
                fcb     $80
.d209           fcb     $00,$50,$00,$02,$E5,$84
.s209           fcc     "BITB ,R"
                fcb     $80
.d210           fcb     $00,$50,$00,$02,$E6,$84
.s210           fcc     "LDB ,R"
                fcb     $80
.d211           fcb     $00,$50,$00,$02,$E7,$84
.s211           fcc     "STB ,R"
                fcb     $80
.d212           fcb     $00,$50,$00,$02,$E8,$84
.s212           fcc     "EORB ,R"
                fcb     $80
.d213           fcb     $00,$50,$00,$02,$E9,$84
.s213           fcc     "ADCB ,R"
                fcb     $80
.d214           fcb     $00,$50,$00,$02,$EA,$84
.s214           fcc     "ORB ,R"
                fcb     $80
.d215           fcb     $00,$50,$00,$02,$EB,$84
.s215           fcc     "ADDB ,R"
                fcb     $80
.d216           fcb     $00,$50,$00,$02,$EC,$84
.s216           fcc     "LDD ,R"
                fcb     $80
.d217           fcb     $00,$50,$00,$02,$ED,$84
.s217           fcc     "STD ,R"
                fcb     $80
.d218           fcb     $00,$50,$00,$02,$EE,$84
.s218           fcc     "LDU ,R"
                fcb     $80
.d219           fcb     $00,$50,$00,$02,$EF,$84
.s219           fcc     "STU ,R"
                fcb     $80
.d220           fcb     $00,$50,$00,$03,$F0,$CA,$60
.s220           fcc     "SUBB >NN"
                fcb     $80
.d221           fcb     $00,$50,$00,$03,$F1,$CA,$60
.s221           fcc     "CMPB >NN"
                fcb     $80
.d222           fcb     $00,$50,$00,$03,$F2,$CA,$60
.s222           fcc     "SBCB >NN"
                fcb     $80
.d223           fcb     $00,$50,$00,$03,$F3,$CA,$60
.s223           fcc     "ADDD >NN"
                fcb     $80
.d224           fcb     $00,$50,$00,$03,$F4,$CA,$60
.s224           fcc     "ANDB >NN"
                fcb     $80
.d225           fcb     $00,$50,$00,$03,$F5,$CA,$60
.s225           fcc     "BITB >NN"
                fcb     $80
.d226           fcb     $00,$50,$00,$03,$F6,$CA,$60
.s226           fcc     "LDB >NN"
                fcb     $80
.d227           fcb     $00,$50,$00,$03,$F7,$CA,$60
.s227           fcc     "STB >NN"
                fcb     $80
.d228           fcb     $00,$50,$00,$03,$F8,$CA,$60
.s228           fcc     "EORB >NN"
                fcb     $80
.d229           fcb     $00,$50,$00,$03,$F9,$CA,$60
.s229           fcc     "ADCB >NN"
                fcb     $80
.d230           fcb     $00,$50,$00,$03,$FA,$CA,$60
.s230           fcc     "ORB >NN"
                fcb     $80
.d231           fcb     $00,$50,$00,$03,$FB,$CA,$60
.s231           fcc     "ADDB >NN"
                fcb     $80
.d232           fcb     $00,$50,$00,$03,$FC,$CA,$60
.s232           fcc     "LDD >NN"
                fcb     $80
.d233           fcb     $00,$50,$00,$03,$FD,$CA,$60
.s233           fcc     "STD >NN"
                fcb     $80
.d234           fcb     $00,$50,$00,$03,$FE,$CA,$60
.s234           fcc     "LDU >NN"
                fcb     $80
.d235           fcb     $00,$50,$00,$03,$FF,$CA,$60
.s235           fcc     "STU >NN"
                fcb     $80
.d236           fcb     $00,$50,$00,$04,$10,$21,$00,$00
.s236           fcc     "LBRN, NOT TAKEN"
                fcb     $80
.d237           fcb     $00,$50,$00,$04,$10,$22,$00,$00
.s237           fcc     "LBHI, TAKEN"
                fcb     $80
.d238           fcb     $00,$51,$00,$04,$10,$22,$00,$00
.s238           fcc     "LBHI, NOT TAKEN"
                fcb     $80
.d239           fcb     $00,$51,$00,$04,$10,$23,$00,$00
.s239           fcc     "LBLS, TAKEN"
                fcb     $80
.d240           fcb     $00,$50,$00,$04,$10,$23,$00,$00
.s240           fcc     "LBLS, NOT TAKEN"
                fcb     $80
.d241           fcb     $00,$50,$00,$04,$10,$24,$00,$00
.s241           fcc     "LBCC, TAKEN"
                fcb     $80
.d242           fcb     $00,$51,$00,$04,$10,$24,$00,$00
.s242           fcc     "LBCC, NOT TAKEN"
                fcb     $80
.d243           fcb     $00,$51,$00,$04,$10,$25,$00,$00
.s243           fcc     "LBCS, TAKEN"
                fcb     $80
.d244           fcb     $00,$50,$00,$04,$10,$25,$00,$00
.s244           fcc     "LBCS, NOT TAKEN"
                fcb     $80
.d245           fcb     $00,$50,$00,$04,$10,$26,$00,$00
.s245           fcc     "LBNE, TAKEN"
                fcb     $80
.d246           fcb     $00,$54,$00,$04,$10,$26,$00,$00
.s246           fcc     "LBNE, NOT TAKEN"
                fcb     $80
.d247           fcb     $00,$54,$00,$04,$10,$27,$00,$00
.s247           fcc     "LBEQ, TAKEN"
                fcb     $80
.d248           fcb     $00,$50,$00,$04,$10,$27,$00,$00
.s248           fcc     "LBEQ, NOT TAKEN"
                fcb     $80
.d249           fcb     $00,$50,$00,$04,$10,$28,$00,$00
.s249           fcc     "LBVC, TAKEN"
                fcb     $80
.d250           fcb     $00,$52,$00,$04,$10,$28,$00,$00
.s250           fcc     "LBVC, NOT TAKEN"
                fcb     $80
.d251           fcb     $00,$52,$00,$04,$10,$29,$00,$00
.s251           fcc     "LBVS, TAKEN"
                fcb     $80
.d252           fcb     $00,$50,$00,$04,$10,$29,$00,$00
.s252           fcc     "LBVS, NOT TAKEN"
                fcb     $80
.d253           fcb     $00,$50,$00,$04,$10,$2A,$00,$00
.s253           fcc     "LBPL, TAKEN"
                fcb     $80
.d254           fcb     $00,$58,$00,$04,$10,$2A,$00,$00
.s254           fcc     "LBPL, NOT TAKEN"
                fcb     $80
.d255           fcb     $00,$58,$00,$04,$10,$2B,$00,$00
.s255           fcc     "LBMI, TAKEN"
                fcb     $80
.d256           fcb     $00,$50,$00,$04,$10,$2B,$00,$00
.s256           fcc     "LBMI, NOT TAKEN"
                fcb     $80
.d257           fcb     $00,$50,$00,$04,$10,$2C,$00,$00
.s257           fcc     "LBGE, TAKEN"
                fcb     $80
.d258           fcb     $00,$52,$00,$04,$10,$2C,$00,$00
.s258           fcc     "LBGE, NOT TAKEN"
                fcb     $80
.d259           fcb     $00,$52,$00,$04,$10,$2D,$00,$00
.s259           fcc     "LBLT, TAKEN"
                fcb     $80
.d260           fcb     $00,$50,$00,$04,$10,$2D,$00,$00
.s260           fcc     "LBLT, NOT TAKEN"
                fcb     $80
.d261           fcb     $00,$50,$00,$04,$10,$2E,$00,$00
.s261           fcc     "LBGT, TAKEN"
                fcb     $80
.d262           fcb     $00,$52,$00,$04,$10,$2E,$00,$00
.s262           fcc     "LBGT, NOT TAKEN"
                fcb     $80
.d263           fcb     $00,$52,$00,$04,$10,$2F,$00,$00
.s263           fcc     "LBLE, TAKEN"
                fcb     $80
.d264           fcb     $00,$50,$00,$04,$10,$2F,$00,$00
.s264           fcc     "LBLE, NOT TAKEN"
                fcb     $80
.d265           fcb     $00,$50,$04,$02,$10,$3F
.s265           fcc     "SWI2"
                fcb     $80
.d266           fcb     $00,$50,$00,$04,$10,$83,$CA,$80
.s266           fcc     "CMPD #NN"
                fcb     $80
.d267           fcb     $00,$50,$00,$04,$10,$8C,$CA,$80
.s267           fcc     "CMPY #NN"
                fcb     $80
.d268           fcb     $00,$50,$00,$04,$10,$8E,$CA,$80
.s268           fcc     "LDY #NN"
                fcb     $80
.d269           fcb     $00,$50,$00,$03,$10,$93,$60
.s269           fcc     "CMPD <N"
                fcb     $80
.d270           fcb     $00,$50,$00,$03,$10,$9C,$60
.s270           fcc     "CMPY <N"
                fcb     $80
.d271           fcb     $00,$50,$00,$03,$10,$9E,$60
.s271           fcc     "LDY <N"
                fcb     $80
.d272           fcb     $00,$50,$00,$03,$10,$9F,$60
.s272           fcc     "STY <N"
                fcb     $80
.d273           fcb     $00,$50,$00,$03,$10,$A3,$84
.s273           fcc     "CMPD ,R"
                fcb     $80
.d274           fcb     $00,$50,$00,$03,$10,$AC,$84
.s274           fcc     "CMPY ,R"
                fcb     $80
.d275           fcb     $00,$50,$00,$03,$10,$AE,$84
.s275           fcc     "LDY ,R"
                fcb     $80
.d276           fcb     $00,$50,$00,$03,$10,$AF,$84
.s276           fcc     "STY ,R"
                fcb     $80
.d277           fcb     $00,$50,$00,$04,$10,$B3,$CA,$60
.s277           fcc     "CMPD >NN"
                fcb     $80
.d278           fcb     $00,$50,$00,$04,$10,$BC,$CA,$60
.s278           fcc     "CMPY >NN"
                fcb     $80
.d279           fcb     $00,$50,$00,$04,$10,$BE,$CA,$60
.s279           fcc     "LDY >NN"
                fcb     $80
.d280           fcb     $00,$50,$00,$04,$10,$BF,$CA,$60
.s280           fcc     "STY >NN"
                fcb     $80
.d281           fcb     $00,$50,$00,$04,$10,$CE,$CA,$80
.s281           fcc     "LDS #NN"
                fcb     $80
.d282           fcb     $00,$50,$00,$03,$10,$DE,$60
.s282           fcc     "LDS <N"
                fcb     $80
.d283           fcb     $00,$50,$00,$03,$10,$DF,$60
.s283           fcc     "STS <N"
                fcb     $80
.d284           fcb     $00,$50,$00,$03,$10,$EE,$84
.s284           fcc     "LDS ,R"
                fcb     $80
.d285           fcb     $00,$50,$00,$03,$10,$EF,$84
.s285           fcc     "STS ,R"
                fcb     $80
.d286           fcb     $00,$50,$00,$04,$10,$FE,$CA,$60
.s286           fcc     "LDS >NN"
                fcb     $80
.d287           fcb     $00,$50,$00,$04,$10,$FF,$CA,$60
.s287           fcc     "STS >NN"
                fcb     $80
.d288           fcb     $00,$50,$04,$02,$11,$3F
.s288           fcc     "SWI3"
                fcb     $80
.d289           fcb     $00,$50,$00,$04,$11,$83,$CA,$80
.s289           fcc     "CMPU #NN"
                fcb     $80
.d290           fcb     $00,$50,$00,$04,$11,$8C,$CA,$80
.s290           fcc     "CMPS #NN"
                fcb     $80
.d291           fcb     $00,$50,$00,$03,$11,$93,$60
.s291           fcc     "CMPU <N"
                fcb     $80
.d292           fcb     $00,$50,$00,$03,$11,$9C,$60
.s292           fcc     "CMPS <N"
                fcb     $80
.d293           fcb     $00,$50,$00,$03,$11,$A3,$84
.s293           fcc     "CMPU ,R"
                fcb     $80
.d294           fcb     $00,$50,$00,$03,$11,$AC,$84
.s294           fcc     "CMPS ,R"
                fcb     $80
.d295           fcb     $00,$50,$00,$04,$11,$B3,$CA,$60
.s295           fcc     "CMPU >NN"
                fcb     $80
.d296           fcb     $00,$50,$00,$04,$11,$BC,$CA,$60
.s296           fcc     "CMPS >NN"
                fcb     $80
.d297           fcb     $00,$50,$00,$02,$A6,$01
.s297           fcc     "LDA 1,X"
                fcb     $80
.d298           fcb     $00,$50,$00,$02,$A6,$1F
.s298           fcc     "LDA -1,X"
                fcb     $80
.d299           fcb     $00,$50,$00,$02,$A6,$24
.s299           fcc     "LDA 4,Y"
                fcb     $80
.d300           fcb     $00,$50,$00,$02,$A6,$45
.s300           fcc     "LDA 5,U"
                fcb     $80
.d301           fcb     $00,$50,$00,$02,$A6,$80
.s301           fcc     "LDA ,X+"
                fcb     $80
.d302           fcb     $00,$50,$00,$02,$A6,$81
.s302           fcc     "LDA ,X++"
                fcb     $80
.d303           fcb     $00,$50,$00,$02,$A6,$82
.s303           fcc     "LDA ,-X"
                fcb     $80
.d304           fcb     $00,$50,$00,$02,$A6,$83
.s304           fcc     "LDA ,--X"
                fcb     $80
.d305           fcb     $00,$50,$00,$02,$A6,$84
.s305           fcc     "LDA ,X"
                fcb     $80
.d306           fcb     $00,$50,$00,$02,$A6,$85
.s306           fcc     "LDA B,X"
                fcb     $80
.d307           fcb     $00,$50,$00,$02,$A6,$86
.s307           fcc     "LDA A,X"
                fcb     $80
.d308           fcb     $00,$50,$00,$03,$A6,$88,$00
.s308           fcc     "LDA N8,X"
                fcb     $80
.d309           fcb     $00,$50,$00,$04,$A6,$89,$00,$00
.s309           fcc     "LDA N16,X"
                fcb     $80
.d310           fcb     $00,$50,$00,$02,$A6,$8B
.s310           fcc     "LDA D,X"
                fcb     $80
.d311           fcb     $00,$50,$00,$03,$A6,$8C,$00
.s311           fcc     "LDA N8,PCR"
                fcb     $80
.d312           fcb     $00,$50,$00,$04,$A6,$8D,$00,$00
.s312           fcc     "LDA N16,PCR"
                fcb     $80
.d313           fcb     $00,$50,$00,$02,$A6,$91
.s313           fcc     "LDA [,X++]"
                fcb     $80
.d314           fcb     $00,$50,$00,$02,$A6,$93
.s314           fcc     "LDA [,--X]"
                fcb     $80
.d315           fcb     $00,$50,$00,$02,$A6,$94
.s315           fcc     "LDA [,X]"
                fcb     $80
.d316           fcb     $00,$50,$00,$02,$A6,$95
.s316           fcc     "LDA [B,X]"
                fcb     $80
.d317           fcb     $00,$50,$00,$02,$A6,$96
.s317           fcc     "LDA [A,X]"
                fcb     $80
.d318           fcb     $00,$50,$00,$03,$A6,$98,$00
.s318           fcc     "LDA [N8,X]"
                fcb     $80
.d319           fcb     $00,$50,$00,$04,$A6,$99,$00,$00
.s319           fcc     "LDA [N16,X]"
                fcb     $80
.d320           fcb     $00,$50,$00,$02,$A6,$9B
.s320           fcc     "LDA [D,X]"
                fcb     $80
.d321           fcb     $00,$50,$00,$03,$A6,$9C,$00
.s321           fcc     "LDA [N8,PCR]"
                fcb     $80
.d322           fcb     $00,$50,$00,$04,$A6,$9D,$00,$00
.s322           fcc     "LDA [N16,PCR]"
                fcb     $80
.d323           fcb     $00,$50,$00,$04,$A6,$9F,$CA,$60
.s323           fcc     "LDA [N16]"
                fcb     $80
.d324           fcb     $00,$50,$00,$02,$A6,$A1
.s324           fcc     "LDA ,Y++"
                fcb     $80
.d325           fcb     $00,$50,$00,$02,$A6,$A4
.s325           fcc     "LDA ,Y"
                fcb     $80
.d326           fcb     $00,$50,$00,$02,$A6,$B4
.s326           fcc     "LDA [,Y]"
                fcb     $80
.d327           fcb     $00,$50,$00,$02,$A6,$C1
.s327           fcc     "LDA ,U++"
                fcb     $80
.d328           fcb     $00,$50,$00,$02,$A6,$C4
.s328           fcc     "LDA ,U"
                fcb     $80
.d329           fcb     $00,$50,$00,$02,$A6,$D4
.s329           fcc     "LDA [,U]"
                fcb     $80
.d330           fcb     $00,$50,$00,$02,$A6,$E1
.s330           fcc     "LDA ,S++"
                fcb     $80
.d331           fcb     $00,$50,$00,$02,$A6,$E4
.s331           fcc     "LDA ,S"
                fcb     $80
.d332           fcb     $00,$50,$00,$02,$A6,$F4
.s332           fcc     "LDA [,S]"
                fcb     $80
