; hits.asm: does the missile hit the object
;
; address:  $F8E5-$F92D
; DP:       any, kept

; Obj_Will_Hit_u: the object moved, the movement in memory
;   in       Y = object y, x; U -> dy, dx; X = missile y, x; D = half height, half width
;   out      C = Z = hit, N = 0
;   changes  CC                     keeps  A B X Y U S DP
;   cycles   <= 165                 stack  12
                org     $F8E5
Obj_Will_Hit_u  pshs    d,y,u
                tfr     y,d
                adda    ,u
                addb    1,u
                jmp     object_moved

; Obj_Will_Hit: the object moved
;   in       Y = object y, x; U = dy, dx; X = missile y, x; D = half height, half width
;   out      C = Z = hit, N = 0
;   changes  CC                     keeps  A B X Y U S DP
;   cycles   <= 160                 stack  12
                org     $F8F3
Obj_Will_Hit    pshs    d,y,u
                tfr     y,d
                adda    4,s
                addb    5,s
                jmp     object_moved

; Obj_Hit: missile within the box about the object
;   in       Y = object y, x; X = missile y, x; D = half height, half width
;   out      C = Z = hit, N = 0
;   changes  CC                     keeps  A B X Y U S DP
;   cycles   <= 105                 stack  6
;   quirks   an edge of the box beyond -128 or 127 is no edge at all
                org     $F8FF
Obj_Hit         pshs    d,x,y
                adda    4,s             ; upper edge
                bvs     .lower
                cmpa    2,s
                blt     .miss
.lower          lda     4,s
                suba    ,s
                bvs     .right
                cmpa    2,s
                bgt     .miss
.right          addb    5,s
                bvs     .left
                cmpb    3,s
                blt     .miss
.left           ldb     5,s
                subb    1,s
                bvs     .hit
                cmpb    3,s
                bgt     .miss
.hit            clra
                orcc    #$01            ; Z and C
                puls    d,x,y,pc

.miss           andcc   #$F2            ; none of N, Z, C
                puls    d,x,y,pc
