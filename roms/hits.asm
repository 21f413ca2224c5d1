; hits.asm: does the missile hit the object
;
; address:  $F8E5-$F92D, $F9C3-$F9C9 (the rest of Obj_Hit is in rest.asm)
; DP:       any, kept

; Obj_Will_Hit_u: as Obj_Hit, after moving the object by a pair in memory
;   in       Y = object y, x; U -> dy, dx; X = missile y, x; D = half height, half width
;   out      C = Z = hit
;   changes  CC                     keeps  A B X Y U S DP
;   cycles   <= 180                 stack  8
                org     $F8E5
Obj_Will_Hit_u  pshs    d,x,y
                tfr     y,d
                adda    ,u
                addb    1,u
                pshs    d
                tfr     a,a
                bra     hit_go

; Obj_Will_Hit: as Obj_Hit, after moving the object
;   in       Y = object y, x; U = dy, dx; X = missile y, x; D = half height, half width
;   out      C = Z = hit
;   changes  CC                     keeps  A B X Y U S DP
;   cycles   <= 190                 stack  8
                org     $F8F3
Obj_Will_Hit    pshs    d,x,y
                pshs    u
                tfr     y,d
                adda    ,s
                jmp     hit_moved

; Obj_Hit: test whether the missile is within the box around the object
;   in       Y = object y, x; X = missile y, x; D = half height, half width
;   out      C = Z = hit
;   changes  CC                     keeps  A B X Y U S DP
;   cycles   <= 160                 stack  8
;   quirks   an edge of the box beyond -128 or 127 is ignored
                org     $F8FF
Obj_Hit         pshs    d,x,y
                pshs    y
; falls into hit_go
hit_go          jmp     hit_test

; the rest of Obj_Will_Hit
                org     $F9C3
hit_moved       addb    1,s
                std     ,s
                jmp     hit_go
