; text.asm: positioned text, lists of text, ships
;
; address:  $F373-$F3AC, $F136-$F14B (the drawing itself is in raster.asm)
; DP:       $D0

                setdp   $D0

; Print_Str_hwyx: print with size and position from the string
;   in       U -> height, width, y, x, text, $80; DP = $D0
;   out      U past the text, Vec_Text_HW, beam at zero
;   changes  A B X U CC             keeps  Y S DP
;   cycles   <= 1420 + 235 each     stack  4
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00, T1L = $7F
;   ram      Vec_Text_HW, Vec_Str_Ptr
                org     $F373
Print_Str_hwyx  ldd     ,u++
                std     >Vec_Text_HW
; falls into Print_Str_yx

; Print_Str_yx: print with position from the string
;   in       U -> y, x, text, $80; Vec_Text_HW, DP = $D0
;   out      U past the text, beam at zero
;   changes  A B X U CC             keeps  Y S DP
;   cycles   <= 1405 + 235 each     stack  4
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00, T1L = $7F
;   ram      Vec_Str_Ptr
Print_Str_yx    ldd     ,u++
; falls into Print_Str_d

; Print_Str_d: print at a position
;   in       A = y, B = x, U -> text, $80; Vec_Text_HW, DP = $D0
;   out      U past the text, beam at zero
;   changes  A B X U CC             keeps  Y S DP
;   cycles   <= 1400 + 235 each     stack  4
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00, T1L = $7F
;   ram      Vec_Str_Ptr
Print_Str_d     jsr     Moveto_d_7F
                jsr     Delay_1
                jmp     Print_Str

print_next_hw   bsr     Print_Str_hwyx
; falls into Print_List_hw

; Print_List_hw: print texts with size and position until a height of 0
;   in       U -> height, width, y, x, text, $80, ... 0; DP = $D0
;   out      U at the 0, Vec_Text_HW of the last
;   changes  A B X U CC             keeps  Y S DP
;   cycles   <= 1450 + 235 each     stack  6
;   leaves   ORA = $00 or kept, ORB = $01 or kept, PCR = $CC or kept, SR = $00 or kept,
;            T1L = $7F or kept
;   ram      Vec_Text_HW, Vec_Str_Ptr
                org     $F385
Print_List_hw   lda     ,u
                bne     print_next_hw
                rts

; Print_List: print a text, and more until a y of 0
;   in       U -> y, x, text, $80, ... 0; Vec_Text_HW, DP = $D0
;   out      U at the 0
;   changes  A B X U CC             keeps  Y S DP
;   cycles   <= 1440 + 235 each     stack  6
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00, T1L = $7F
;   ram      Vec_Str_Ptr
Print_List      bsr     Print_Str_yx
; falls into Print_List_chk

; Print_List_chk: print texts until a y of 0
;   in       U -> y, x, text, $80, ... 0; Vec_Text_HW, DP = $D0
;   out      U at the 0
;   changes  A B X U CC             keeps  Y S DP
;   cycles   <= 1440 + 235 each     stack  6
;   leaves   ORA = $00 or kept, ORB = $01 or kept, PCR = $CC or kept, SR = $00 or kept,
;            T1L = $7F or kept
;   ram      Vec_Str_Ptr
Print_List_chk  lda     ,u
                bne     Print_List
                rts

; Print_Ships_x: print a number, a dash and a symbol at a position in memory
;   in       A = symbol, B = count, X -> y, x; Vec_Text_HW, DP = $D0
;   out      beam at zero
;   changes  A B X U CC             keeps  Y S DP
;   cycles   <= 2250                stack  15
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00, T1L = $7F
;   ram      Vec_Str_Ptr
;   quirks   the text is in free stack, where an interrupt overwrites it
;            a symbol of $80 or more ends the text
Print_Ships_x   ldx     ,x
; falls into Print_Ships

; Print_Ships: print a number (above 9: the infinity sign), a dash and a symbol
;   in       A = symbol, B = count, X = y, x; Vec_Text_HW, DP = $D0
;   out      beam at zero
;   changes  A B X U CC             keeps  Y S DP
;   cycles   <= 2250                stack  15
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00, T1L = $7F
;   ram      Vec_Str_Ptr
;   quirks   the text is in free stack, where an interrupt overwrites it
;            a symbol of $80 or more ends the text
Print_Ships     cmpb    #9
                bls     .digit
                ldb     #$6C-'0'
.digit          addb    #'0'
                jmp     ships_text

                org     $F136
ships_text      leau    -15,s           ; below what Print_Str_yx pushes
                stx     ,u              ; y, x, number, dash, symbol, end mark
                stb     2,u
                ldb     #'-'
                stb     3,u
                sta     4,u
                ldb     #$80
                stb     5,u
                brn     *               ; as long as in the original
                jmp     Print_Str_yx
