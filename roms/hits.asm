; hits.asm: does the missile hit the object
;
; address:  $F8E5-$F92D, $F9C3-$F9C9
; DP:       any, kept

; Obj_Will_Hit_u: the object moved, the movement in memory
;   in       Y = object y, x; U -> dy, dx; X = missile y, x; D = half height, half width
;   out      C = Z = hit, N = 0
;   changes  CC                     keeps  A B X Y U S DP
;   cycles   <= 180                 stack  10
                org     $F8E5
Obj_Will_Hit_u  pshs    d,x,y
                tfr     y,d
                adda    ,u
                addb    1,u
                pshs    d
                bra     hit_test

; Obj_Will_Hit: the object moved
;   in       Y = object y, x; U = dy, dx; X = missile y, x; D = half height, half width
;   out      C = Z = hit, N = 0
;   changes  CC                     keeps  A B X Y U S DP
;   cycles   <= 190                 stack  10
                org     $F8F3
Obj_Will_Hit    pshs    d,x,y
                pshs    u
                tfr     y,d
                adda    ,s
                jmp     hit_moved

; Obj_Hit: missile within the box about the object
;   in       Y = object y, x; X = missile y, x; D = half height, half width
;   out      C = Z = hit, N = 0
;   changes  CC                     keeps  A B X Y U S DP
;   cycles   <= 160                 stack  10
;   quirks   an edge of the box beyond -128 or 127 is no edge at all
                org     $F8FF
Obj_Hit         pshs    d,x,y
                pshs    y
; falls into hit_test
hit_test        leax    ,s              ; of y: object 0, half 2, missile 4; of x one more
                bsr     .axis
                leax    1,x
                bsr     .axis
                clra
                orcc    #$01            ; Z and C
                leas    2,s
                puls    d,x,y,pc

.axis           lda     ,x
                adda    2,x             ; upper edge
                bvs     .lower
                cmpa    4,x
                blt     .miss
.lower          lda     ,x
                suba    2,x
                bvs     .within
                cmpa    4,x
                bgt     .miss
.within         rts

.miss           andcc   #$F2            ; none of N, Z, C
                leas    4,s             ; the return address, too
                puls    d,x,y,pc

; the rest of Obj_Will_Hit
                org     $F9C3
hit_moved       addb    1,s
                std     ,s
                jmp     hit_test
