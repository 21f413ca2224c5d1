; numbers.asm: angles, sines and notes, from their formulas
;
; address:  $FC24-$FD0C
; build:    python -m roms.tables

; twice the start of each octant, + 1 where it counts backwards
                org     $FC24
Angle_Octants   fcb     $00,$21,$41,$20,$81,$60,$40,$61

; ten row starts, then 64 atan(hi/lo) / turn for lo <= hi <= 9
Angle_Arctan    fcb     $00,$01,$03,$06,$0A,$0F,$15,$1C,$24,$2D
                fcb     $08,$10,$08,$10,$0B,$08,$10,$0D,$0A,$08
                fcb     $10,$0E,$0B,$09,$08,$10,$0E,$0C,$0A,$09
                fcb     $08,$10,$0E,$0D,$0B,$0A,$09,$08,$10,$0F
                fcb     $0D,$0C,$0B,$0A,$09,$08,$10,$0F,$0E,$0C
                fcb     $0B,$0A,$09,$09,$08,$10,$0F,$0E,$0D,$0C
                fcb     $0B,$0A,$09,$09,$08

; 256 sin(pi i / 32), at most 255
Sine_Table      fcb     $00,$19,$32,$4A,$62,$79,$8E,$A2
                fcb     $B5,$C6,$D5,$E2,$ED,$F5,$FB,$FF
                fcb     $FF,$FF,$FB,$F5,$ED,$E2,$D5,$C6
                fcb     $B5,$A2,$8E,$79,$62,$4A,$32,$19

; 1500000 / (16 f) for the semitones from G2, and the rest
Note_Table      fdb     $03BD,$0387,$0354,$0324,$02F7,$02CD,$02A4,$027E
                fdb     $025B,$0239,$0219,$01FB,$01DE,$01C3,$01AA,$0192
                fdb     $017C,$0166,$0152,$013F,$012D,$011C,$010C,$00FD
                fdb     $00EF,$00E2,$00D5,$00C9,$00BE,$00B3,$00A9,$00A0
                fdb     $0097,$008E,$0086,$007F,$0078,$0071,$006B,$0065
                fdb     $005F,$005A,$0055,$0050,$004B,$0047,$0043,$003F
                fdb     $003C,$0038,$0035,$0032,$002F,$002D,$002A,$0028
                fdb     $0026,$0024,$0022,$0020,$001E,$001C,$001B,$0000
