; tables.asm: bit masks, and what fits between the tables
;
; address:  $F9DC-$F9F3, $F143-$F14B
; DP:       any

                org     $F9DC
Bit_Masks       fcb     1,2,4,8,16,32,64,128

; for sound register 7, of voices 0, 1, 2: noise on, tone bit, tone on, noise bit
Mixer_Masks     fcb     %11110111,%11101111,%11011111
                fcb     %00000001,%00000010,%00000100
                fcb     %11111110,%11111101,%11111011
                fcb     %00001000,%00010000,%00100000

tbl_corners     fcb     127,127,-128,-128       ; where Recalibrate drives the beam

; the tail of Obj_Will_Hit and Obj_Will_Hit_u: D is the moved object, D Y U on the stack
                org     $F143
object_moved    tfr     d,y
                puls    d
                jsr     Obj_Hit
                puls    y,u,pc
