; tables.asm: bit masks, and what fits between the tables
;
; address:  $F9DC-$F9F3
; DP:       any

                org     $F9DC
Bit_Masks       fcb     1,2,4,8,16,32,64,128

tbl_corners     fcb     127,127,-128,-128       ; where Recalibrate drives the beam

; the tail of Obj_Will_Hit and Obj_Will_Hit_u: D is the moved object, D Y U on the stack
object_moved    tfr     d,y
                puls    d
                jsr     Obj_Hit
                puls    y,u,pc
