; maths.asm: angles, rise and run, rotation, block moves
;
; address:  $F593-$F686
; DP:       $C8 where the contract says so
;
; An angle has 64 units to the turn. Rise is y, run is x; angle 0 points up and angles grow
; counter-clockwise for the rise-and-run routines, Rise_Run_Angle measures from the +x axis.

                setdp   $C8

; Rise_Run_Angle: angle of a vector from the +x axis, counter-clockwise
;   in       A = rise, B = run, signed; DP = $C8
;   out      A = B = Vec_Angle = angle 0 to 64
;   changes  A B CC                 keeps  X Y U S DP
;   flags    N Z of A
;   cycles   <= 200                 stack  4
;   ram      Vec_RiseRun_Tmp, Vec_Angle
;   quirks   64 instead of 0 for vectors just below the +x axis
                org     $F593
Rise_Run_Angle  pshs    x
                std     <Vec_RiseRun_Tmp
                rola                    ; the octant: sign of rise,
                rol     <Vec_Angle
                rolb                    ; sign of run,
                rol     <Vec_Angle
                ldd     <Vec_RiseRun_Tmp
                bsr     Abs_a_b
                std     <Vec_RiseRun_Tmp
                cmpa    <Vec_RiseRun_Tmp+1
                bhs     .octant
                exg     a,b             ; A the longer, B the shorter
                brn     *               ; as long as in the original
                nop     3
.octant         rol     <Vec_Angle      ; run longer than rise
                cmpa    #9
                bls     .look_up
.halve          lsra
                lsrb
                cmpa    #9
                bhi     .halve
.look_up        ldx     #Angle_Arctan
                addb    a,x
                lda     <Vec_Angle
                ora     #-8             ; the octants are before the row starts
                lda     a,x
                leax    10,x
                lsra                    ; bit 0: count backwards
                bcc     .forward
                nop
                suba    b,x
.put            sta     <Vec_Angle
                ldb     <Vec_Angle
                puls    x,pc

.forward        adda    b,x
                bra     .put

; Get_Rise_Idx: multiplier and sign of the cosine
;   in       A = angle
;   out      A = multiplier of 256, B = $80 where negative, + 1 where it stands for 256
;   changes  A B X CC               keeps  Y U S DP
;   flags    N Z of A
;   cycles   <= 31                  stack  0
                org     $F5D9
Get_Rise_Idx    adda    #16
; falls into Get_Run_Idx

; Get_Run_Idx: multiplier and sign of the sine
;   in       A = angle
;   out      A = multiplier of 256, B = $80 where negative, + 1 where it stands for 256
;   changes  A B X CC               keeps  Y U S DP
;   flags    N Z of A
;   cycles   <= 29                  stack  0
Get_Run_Idx     ldx     #Sine_Table
                clrb
                bita    #$20
                beq     .upper
                ldb     #$80
.upper          anda    #$1F
                cmpa    #$10
                bne     .off_axis
                incb
.off_axis       lda     a,x
                rts

; Rise_Run_Idx: both multipliers of an angle
;   in       Vec_Angle, DP = $C8
;   out      Vec_Run_Index, Vec_Rise_Index
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 110                 stack  4
;   ram      Vec_Run_Index, Vec_Rise_Index
Rise_Run_Idx    pshs    x
                lda     <Vec_Angle
                bsr     Get_Run_Idx
                std     <Vec_Run_Index
                lda     <Vec_Angle
                bsr     Get_Rise_Idx
                std     <Vec_Rise_Index
                puls    x,pc

; Rise_Run_X: a length along an angle, angle 0 to the right
;   in       A = length, B = angle, DP = $C8
;   out      A = rise, B = run, Vec_Angle = B - 16
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 270                 stack  6
;   ram      Vec_Angle, Vec_Run_Index, Vec_Rise_Index, Vec_RiseRun_Len, Vec_Xform_Sign
                org     $F5FF
Rise_Run_X      subb    #16
; falls into Rise_Run_Y

; Rise_Run_Y: a length along an angle, angle 0 up
;   in       A = length, B = angle, DP = $C8
;   out      A = rise, B = run, Vec_Angle
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 268                 stack  6
;   ram      Vec_Angle, Vec_Run_Index, Vec_Rise_Index, Vec_RiseRun_Len, Vec_Xform_Sign
Rise_Run_Y      stb     <Vec_Angle
; falls into Rise_Run_Len

; Rise_Run_Len: a length along Vec_Angle, angle 0 up
;   in       A = length, Vec_Angle, DP = $C8
;   out      A = rise, B = run
;   changes  A B CC                 keeps  X Y U S DP
;   flags    N Z of A
;   cycles   <= 264                 stack  6
;   ram      Vec_Run_Index, Vec_Rise_Index, Vec_RiseRun_Len, Vec_Xform_Sign
Rise_Run_Len    sta     <Vec_RiseRun_Len
                bsr     Rise_Run_Idx
                bsr     Xform_Run
                nega
                pshs    a
                bsr     Xform_Rise
                puls    b,pc

; Rot_VL_ab: rotate n pairs
;   in       A = angle, B = n - 1, X -> y, x, ...; U -> room for as many
;   out      X and U past the pairs, Vec_Misc_Count = 0
;   changes  A B X U CC             keeps  Y S DP
;   cycles   <= 190 + 330 each      stack  7
;   ram      Vec_Misc_Count, Vec_Angle, Vec_Run_Index, Vec_Rise_Index,
;            Vec_RiseRun_Len, Vec_Xform_Sign, at U
                org     $F610
Rot_VL_ab       sta     >Vec_Angle
; falls into Rot_VL_b

; Rot_VL_b: rotate n pairs by Vec_Angle
;   in       B = n - 1, Vec_Angle, X -> y, x, ...; U -> room for as many
;   out      X and U past the pairs, Vec_Misc_Count = 0
;   changes  A B X U CC             keeps  Y S DP
;   cycles   <= 185 + 330 each      stack  7
;   ram      Vec_Misc_Count, Vec_Run_Index, Vec_Rise_Index,
;            Vec_RiseRun_Len, Vec_Xform_Sign, at U
Rot_VL_b        stb     >Vec_Misc_Count
; falls into Rot_VL

; Rot_VL: rotate pairs by Vec_Angle
;   in       Vec_Misc_Count = n - 1, Vec_Angle, X -> y, x, ...; U -> room for as many
;   out      X and U past the pairs, Vec_Misc_Count = 0
;   changes  A B X U CC             keeps  Y S DP
;   cycles   <= 180 + 330 each      stack  7
;   ram      Vec_Misc_Count, Vec_Run_Index, Vec_Rise_Index,
;            Vec_RiseRun_Len, Vec_Xform_Sign, at U
Rot_VL          pshs    dp
                jsr     DP_to_C8
                bsr     Rise_Run_Idx
                bra     Rot_VL_dft

; Rot_VL_Mode_a: rotate a mode list
;   in       A = angle, X -> mode, y, x, ... until mode > 0; U -> room for as much
;   out      A = last mode, X and U past the lists, Vec_Misc_Count = 0
;   changes  A B X U CC             keeps  Y S DP
;   cycles   <= 210 + 360 each      stack  7
;   ram      Vec_Misc_Count, Vec_Angle, Vec_Run_Index, Vec_Rise_Index,
;            Vec_RiseRun_Len, Vec_Xform_Sign, at U
Rot_VL_Mode_a   sta     >Vec_Angle
; falls into Rot_VL_Mode

; Rot_VL_Mode: rotate a mode list by Vec_Angle
;   in       Vec_Angle, X -> mode, y, x, ... until mode > 0; U -> room for as much
;   out      A = last mode, X and U past the lists, Vec_Misc_Count = 0
;   changes  A B X U CC             keeps  Y S DP
;   cycles   <= 205 + 360 each      stack  7
;   ram      Vec_Misc_Count, Vec_Run_Index, Vec_Rise_Index,
;            Vec_RiseRun_Len, Vec_Xform_Sign, at U
Rot_VL_Mode     pshs    dp
                jsr     DP_to_C8
                sta     <Vec_Misc_Count ; negative: the list has modes
                bsr     Rise_Run_Idx
; falls into Rot_VL_M_dft

; Rot_VL_M_dft: rotate a mode list by multipliers that are already set
;   in       Vec_Run_Index, Vec_Rise_Index, Vec_Misc_Count < 0, X and U as Rot_VL_Mode,
;            the DP to return with on the stack; DP = $C8
;   out      A = last mode, X and U past the lists, Vec_Misc_Count = 0
;   changes  A B X U DP CC          keeps  Y S
;   cycles   <= 60 + 360 each       stack  3
;   ram      Vec_Misc_Count, Vec_RiseRun_Len, Vec_Xform_Sign, at U
Rot_VL_M_dft    lda     ,x+
                sta     ,u+
                ble     Rot_VL_dft
                clr     <Vec_Misc_Count
                puls    dp,pc

rot_next        dec     <Vec_Misc_Count
; falls into Rot_VL_dft

; Rot_VL_dft: rotate pairs by multipliers that are already set
;   in       Vec_Run_Index, Vec_Rise_Index, Vec_Misc_Count = n - 1, X and U as Rot_VL,
;            the DP to return with on the stack; DP = $C8
;   out      X and U past the pairs, Vec_Misc_Count = 0
;   changes  A B X U DP CC          keeps  Y S
;   cycles   <= 40 + 330 each       stack  3
;   ram      Vec_Misc_Count, Vec_RiseRun_Len, Vec_Xform_Sign, at U
Rot_VL_dft      lda     1,x
                bsr     Xform_Run_a
                pshs    a
                lda     ,x+
                bsr     Xform_Rise_a
                adda    ,s+
                sta     ,u+             ; y cos + x sin
                bsr     Xform_Run
                pshs    a
                lda     ,x+
                bsr     Xform_Rise_a
                suba    ,s+
                sta     ,u+             ; x cos - y sin
                lda     <Vec_Misc_Count
                bmi     Rot_VL_M_dft
                bne     rot_next
                puls    dp,pc

; Xform_Run_a: a length times the run multiplier
;   in       A = length, Vec_Run_Index, DP = $C8
;   out      A = product, rounded; Vec_RiseRun_Len
;   changes  A B CC                 keeps  X Y U S DP
;   flags    N Z of A
;   cycles   <= 65                  stack  0
;   ram      Vec_RiseRun_Len, Vec_Xform_Sign
                org     $F65B
Xform_Run_a     sta     <Vec_RiseRun_Len
; falls into Xform_Run

; Xform_Run: Vec_RiseRun_Len times the run multiplier
;   in       Vec_RiseRun_Len, Vec_Run_Index, DP = $C8
;   out      A = product, rounded
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 61                  stack  0
;   ram      Vec_Xform_Sign
Xform_Run       ldd     <Vec_Run_Index
                bra     xform

; Xform_Rise_a: a length times the rise multiplier
;   in       A = length, Vec_Rise_Index, DP = $C8
;   out      A = product, rounded; Vec_RiseRun_Len
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 62                  stack  0
;   ram      Vec_RiseRun_Len, Vec_Xform_Sign
Xform_Rise_a    sta     <Vec_RiseRun_Len
; falls into Xform_Rise

; Xform_Rise: Vec_RiseRun_Len times the rise multiplier
;   in       Vec_RiseRun_Len, Vec_Rise_Index, DP = $C8
;   out      A = product, rounded
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 58                  stack  0
;   ram      Vec_Xform_Sign
Xform_Rise      ldd     <Vec_Rise_Index
; falls into xform
xform           stb     <Vec_Xform_Sign
                bitb    #1              ; on the axis the length is the product
                beq     .multiply
                lda     <Vec_RiseRun_Len
                bra     .sign
.multiply       ldb     <Vec_RiseRun_Len
                bpl     .positive
                com     <Vec_Xform_Sign
                negb
.positive       mul
                adca    #0              ; MUL leaves bit 7 of B in C
.sign           ldb     <Vec_Xform_Sign
                bpl     .done
                nega
.done           rts

; Move_Mem_a_1: copy bytes, the last first
;   in       A = bytes - 1, U -> source, X -> destination
;   out      A = $FF, B = first byte
;   changes  A B CC                 keeps  X Y U S DP
;   flags    N Z of A
;   cycles   <= 10 + 15 each        stack  0
;   ram      at X
                org     $F67F
Move_Mem_a_1    ldb     a,u
                stb     a,x
; falls into Move_Mem_a

; Move_Mem_a: copy bytes, the last first
;   in       A = bytes, 0 to 128; U -> source, X -> destination
;   out      A = $FF, B = first byte
;   changes  A B CC                 keeps  X Y U S DP
;   flags    N Z of A
;   cycles   <= 10 + 15 each        stack  0
;   ram      at X
Move_Mem_a      deca
                bpl     Move_Mem_a_1
; falls into move_end
move_end        rts
