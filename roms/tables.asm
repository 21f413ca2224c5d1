; tables.asm: bit masks, masks of the mixer, corners
;
; address:  $F9DC-$F9F3
; DP:       any

                org     $F9DC
Bit_Masks       fcb     1,2,4,8,16,32,64,128

; for sound register 7, of voices 0, 1, 2: noise on, tone bit, tone on, noise bit
Mixer_Masks     fcb     %11110111,%11101111,%11011111
                fcb     %00000001,%00000010,%00000100
                fcb     %11111110,%11111101,%11111011
                fcb     %00001000,%00010000,%00100000

tbl_corners     fcb     127,127,-128,-128       ; where Recalibrate drives the beam
