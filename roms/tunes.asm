; tunes.asm: thirteen tunes, seven envelopes, two vibratos
;
; address:  $FD0D-$FF9E
; DP:       any
;
; Cartridges refer to these by address, as their title tunes or as tables for their own tunes, so
; the addresses must not change. Durations are frames, 50 to the second.

; notes, by name and octave, as indices into Note_Table

A2_             equ     2
AS2_            equ     3
C3_             equ     5
D3_             equ     7
E3_             equ     9
F3_             equ     10
G3_             equ     12
GS3_            equ     13
A3_             equ     14
AS3_            equ     15
B3_             equ     16
C4_             equ     17
CS4_            equ     18
D4_             equ     19
DS4_            equ     20
E4_             equ     21
F4_             equ     22
FS4_            equ     23
G4_             equ     24
GS4_            equ     25
A4_             equ     26
AS4_            equ     27
B4_             equ     28
C5_             equ     29
CS5_            equ     30
D5_             equ     31
DS5_            equ     32
E5_             equ     33
FS5_            equ     35
G5_             equ     36
A5_             equ     38
R_              equ     63
TUNE_END        equ     $80

; power on: five rising notes
                org     $FD0D
Music_1         fdb     ADSR_FEE8,Twang_flat
                fcb     G3_,8
                fcb     D4_,8
                fcb     A4_,8
                fcb     B4_,8
                fcb     D5_,36
                fcb     R_,TUNE_END

; a march
                org     $FD1D
Music_2         fdb     ADSR_FE28,Twang_flat
                fcb     NOTE_MORE+C5_,C3_,12
                fcb     G4_,6
                fcb     G4_,6
                fcb     NOTE_MORE+A4_,F3_,12
                fcb     NOTE_MORE+G4_,C3_,12
                fcb     NOTE_MORE+R_,G3_,12
                fcb     NOTE_MORE+B4_,G3_,12
                fcb     NOTE_MORE+C5_,C3_,12
                fcb     NOTE_MORE+R_,C3_,12
                fcb     NOTE_MORE+E5_,C3_,12
                fcb     D5_,6
                fcb     C5_,6
                fcb     NOTE_MORE+D5_,G3_,12
                fcb     NOTE_MORE+B4_,G3_,12
                fcb     NOTE_MORE+G4_,E3_,12
                fcb     NOTE_MORE+A4_,F3_,6
                fcb     B4_,6
                fcb     NOTE_MORE+C5_,NOTE_MORE+E4_,C3_,24
                fcb     NOTE_MORE+G4_,NOTE_MORE+B3_,G3_,12
                fcb     NOTE_MORE+C5_,NOTE_MORE+E4_,C3_,32
                fcb     R_,TUNE_END

; envelope: soft attack, gone by the middle
                org     $FD69
ADSR_FD69       fcb     $48,$BE,$FF,$ED,$CB,$A9,$87,$65
                fcb     $43,$21,$10,$00,$00,$00,$00,$00

; vibrato: one gentle wave
                org     $FD79
Twang_FD79      fcb     0,1,2,1,0,-1,-2,-1

; drums, with a bass that joins in
                org     $FD81
Music_3         fdb     ADSR_FDC3,Twang_flat
                fcb     NOTE_NOISE+28,10
                fcb     NOTE_NOISE+3,5
                fcb     NOTE_NOISE+3,5
                fcb     NOTE_NOISE+12,10
                fcb     NOTE_NOISE+3,10
                fcb     NOTE_NOISE+28,5
                fcb     NOTE_NOISE+28,5
                fcb     NOTE_NOISE+3,10
                fcb     NOTE_NOISE+12,10
                fcb     NOTE_NOISE+3,10
                fcb     NOTE_MORE+NOTE_NOISE+28,E3_,10
                fcb     NOTE_NOISE+3,5
                fcb     NOTE_NOISE+3,5
                fcb     NOTE_MORE+NOTE_NOISE+12,G3_,10
                fcb     NOTE_NOISE+3,10
                fcb     NOTE_MORE+NOTE_NOISE+28,A3_,10
                fcb     NOTE_MORE+NOTE_NOISE+3,B3_,10
                fcb     NOTE_MORE+NOTE_NOISE+12,D4_,10
                fcb     NOTE_NOISE+12,5
                fcb     NOTE_NOISE+12,5
                fcb     NOTE_MORE+NOTE_NOISE+28,E3_,10
                fcb     NOTE_MORE+NOTE_NOISE+3,G3_,10
                fcb     NOTE_MORE+NOTE_NOISE+12,A3_,10
                fcb     NOTE_MORE+NOTE_NOISE+3,G3_,10
                fcb     NOTE_MORE+NOTE_NOISE+28,E3_,30
                fcb     R_,TUNE_END

; envelope: struck, falling at once
                org     $FDC3
ADSR_FDC3       fcb     $FE,$DC,$BA,$98,$76,$54,$32,$11
                fcb     $00,$00,$00,$00,$00,$00,$00,$00

; a slow waltz
                org     $FDD3
Music_4         fdb     ADSR_FE28,Twang_FD79
                fcb     NOTE_MORE+A4_,A3_,18
                fcb     NOTE_MORE+C4_,E4_,18
                fcb     NOTE_MORE+C4_,E4_,18
                fcb     NOTE_MORE+C5_,A3_,18
                fcb     NOTE_MORE+C4_,E4_,18
                fcb     B4_,18
                fcb     NOTE_MORE+A4_,F3_,18
                fcb     NOTE_MORE+A3_,C4_,18
                fcb     NOTE_MORE+A3_,C4_,18
                fcb     NOTE_MORE+E4_,E3_,18
                fcb     NOTE_MORE+GS3_,B3_,18
                fcb     NOTE_MORE+GS3_,B3_,18
                fcb     NOTE_MORE+F4_,D3_,18
                fcb     NOTE_MORE+A3_,D4_,18
                fcb     A4_,18
                fcb     NOTE_MORE+GS4_,E3_,18
                fcb     NOTE_MORE+B3_,D4_,18
                fcb     E5_,18
                fcb     NOTE_MORE+A4_,NOTE_MORE+C4_,A3_,36
                fcb     NOTE_MORE+E4_,E3_,12
                fcb     NOTE_MORE+A4_,NOTE_MORE+E4_,A3_,48
                fcb     R_,TUNE_END

; envelope: full, a straight fall to nothing
                org     $FE28
ADSR_FE28       fcb     $FF,$EE,$DD,$CC,$BB,$AA,$99,$88
                fcb     $77,$66,$55,$44,$33,$22,$11,$10

; fanfare
                org     $FE38
Music_5         fdb     ADSR_FEE8,Twang_FD79
                fcb     C4_,8
                fcb     C4_,8
                fcb     C4_,8
                fcb     NOTE_MORE+F4_,A3_,24
                fcb     C4_,8
                fcb     NOTE_MORE+F4_,A3_,8
                fcb     NOTE_MORE+A4_,C4_,32
                fcb     F4_,8
                fcb     A4_,8
                fcb     NOTE_MORE+C5_,E4_,24
                fcb     NOTE_MORE+AS4_,D4_,12
                fcb     NOTE_MORE+A4_,C4_,12
                fcb     NOTE_MORE+G4_,AS3_,12
                fcb     NOTE_MORE+A4_,NOTE_MORE+C4_,F3_,48
                fcb     R_,TUNE_END

; envelope: swells, then fades
                org     $FE66
ADSR_FE66       fcb     $12,$34,$56,$78,$9A,$BC,$DE,$FF
                fcb     $FE,$DC,$BA,$98,$76,$54,$32,$10

; deep space
                org     $FE76
Music_6         fdb     ADSR_FE66,Twang_FD79
                fcb     NOTE_MORE+D3_,A3_,32
                fcb     F4_,24
                fcb     E4_,24
                fcb     NOTE_MORE+C3_,G3_,32
                fcb     E4_,24
                fcb     D4_,24
                fcb     NOTE_MORE+AS2_,F3_,32
                fcb     D4_,24
                fcb     A4_,24
                fcb     NOTE_MORE+A2_,E3_,32
                fcb     CS4_,24
                fcb     E4_,24
                fcb     NOTE_MORE+D3_,NOTE_MORE+A3_,F4_,40
                fcb     NOTE_MORE+D3_,NOTE_MORE+A3_,D4_,40
                fcb     R_,TUNE_END

; envelope: the last slow fall, then the zeros of Twang_flat
                org     $FEB2
ADSR_FEB2       fcb     $FE,$CA,$86,$42

; no vibrato
                org     $FEB6
Twang_flat      fcb     0,0,0,0,0,0,0,0
                fcb     0,0,0,0,0,0,0,0

; a short greeting
                org     $FEC6
Music_7         fdb     ADSR_FEE8,Twang_flat
                fcb     NOTE_MORE+E4_,C4_,10
                fcb     G4_,10
                fcb     NOTE_MORE+C5_,E4_,10
                fcb     B4_,10
                fcb     NOTE_MORE+G4_,D4_,20
                fcb     NOTE_MORE+A4_,F4_,10
                fcb     NOTE_MORE+B4_,G4_,10
                fcb     NOTE_MORE+C5_,NOTE_MORE+E4_,C4_,40
                fcb     R_,TUNE_END

; envelope: full, falling to half, held
                org     $FEE8
ADSR_FEE8       fcb     $FF,$FE,$ED,$DC,$CB,$BA,$A9,$98
                fcb     $88,$88,$88,$88,$88,$88,$88,$88

; going down
                org     $FEF8
Music_8         fdb     ADSR_FE28,Twang_FD79
                fcb     E5_,10
                fcb     DS5_,10
                fcb     D5_,57          ; $FF01: the code of RTS, for a cartridge that calls it
                fcb     CS5_,10
                fcb     NOTE_MORE+C5_,A4_,20
                fcb     NOTE_MORE+AS4_,G4_,20
                fcb     NOTE_MORE+GS4_,F4_,20
                fcb     NOTE_MORE+G4_,NOTE_MORE+DS4_,C3_,44
                fcb     R_,TUNE_END

; envelope: steps down, then silence
                org     $FF16
ADSR_FF16       fcb     $FF,$FF,$FF,$CC,$CC,$99,$99,$66
                fcb     $66,$33,$33,$00,$00,$00,$00,$00

; a jig
                org     $FF26
Music_9         fdb     ADSR_FD69,Twang_flat
                fcb     D5_,7
                fcb     B4_,7
                fcb     G4_,7
                fcb     A4_,7
                fcb     B4_,7
                fcb     C5_,7
                fcb     D5_,7
                fcb     G5_,7
                fcb     FS5_,7
                fcb     NOTE_MORE+A5_,NOTE_MORE+D5_,D4_,14
                fcb     G5_,40
                fcb     R_,TUNE_END

; hunting horns
                org     $FF44
Music_a         fdb     ADSR_FEE8,Twang_FD79
                fcb     NOTE_MORE+F3_,C4_,16
                fcb     NOTE_MORE+F3_,C4_,8
                fcb     NOTE_MORE+A3_,F4_,24
                fcb     NOTE_MORE+A3_,F4_,8
                fcb     NOTE_MORE+C4_,A4_,24
                fcb     NOTE_MORE+A3_,F4_,16
                fcb     NOTE_MORE+F3_,NOTE_MORE+C4_,F4_,44
                fcb     R_,TUNE_END

; a riddle
                org     $FF62
Music_b         fdb     ADSR_FF16,Twang_flat
                fcb     B3_,16
                fcb     D4_,16
                fcb     GS4_,24
                fcb     G4_,8
                fcb     E4_,16
                fcb     C4_,16
                fcb     DS4_,16
                fcb     FS4_,44
                fcb     R_,TUNE_END

; well done
                org     $FF7A
Music_c         fdb     ADSR_FE66,Twang_FD79
                fcb     C4_,9
                fcb     E4_,9
                fcb     G4_,9
                fcb     C5_,9
                fcb     E5_,9
                fcb     NOTE_MORE+G4_,NOTE_MORE+C5_,E5_,48
                fcb     R_,TUNE_END

; alas
                org     $FF8F
Music_d         fdb     ADSR_FD69,Twang_flat
                fcb     G4_,14
                fcb     FS4_,14
                fcb     F4_,14
                fcb     E4_,20
                fcb     A2_,30
                fcb     R_,TUNE_END
