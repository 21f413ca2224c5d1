; raster.asm: text as a raster of seven rows
;
; address:  $F495-$F510
; DP:       $D0
;
; The shift register paints one row of one character while the beam runs to the right:
; 18 cycles for each, forward and back, and 25 cycles down to the next row. Port B drives
; the ramp directly while ACR holds ACR_TEXT.

                setdp   $D0

ROW_BYTES       equ     80              ; characters in a row of Char_Table
ROW_FIRST       equ     Char_Table-$20  ; so that the character itself is the index
ROW_LAST        equ     ROW_FIRST+6*ROW_BYTES

; Print_Str: print from where the beam is
;   in       U -> text, $80; Vec_Text_HW, DP = $D0, integrators released
;   out      U past the text, beam at zero
;   changes  A B X U CC             keeps  Y S DP
;   cycles   <= 1120 + 235 each     stack  0
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00
;   ram      Vec_Str_Ptr
;   quirks   any byte from $80 up ends the text; bytes outside $20-$6F print rubbish
                org     $F495
Print_Str       stu     >Vec_Str_Ptr
; falls into Print_MRast

; Print_MRast: the same, text at Vec_Str_Ptr
;   in       Vec_Str_Ptr, Vec_Text_HW, DP = $D0, integrators released
;   out      U past the text, beam at zero
;   changes  A B X U CC             keeps  Y S DP
;   cycles   <= 1120 + 235 each     stack  0
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00
Print_MRast     ldu     >Vec_Str_Ptr
                ldx     #ROW_FIRST
                ldd     #(RAMP_OFF+MUX_OFF)*256+ACR_TEXT
                sta     <VIA_port_b     ; stop the ramp before port B governs it
                stb     <VIA_aux_cntl
                clr     <VIA_port_a
                ldb     #RAMP_OFF+2     ; zero reference
                stb     <VIA_port_b
                sta     <VIA_port_b     ; closed between two channels, as each row ends
.row            deca
                sta     <VIA_port_b     ; y = 0 while the row runs
                ldb     >Vec_Text_Width
                nop
                nop
                inca
                std     <VIA_port_b     ; hold y, x = width
                exg     a,a
                lda     #MUX_OFF
                sta     <VIA_port_b     ; run
                bra     .first
.char           lda     a,x             ; [5]
                sta     <VIA_shift_reg  ; [4]
.first          lda     ,u+             ; [6]
                bpl     .char           ; [3] = 18
                lda     #RAMP_OFF+MUX_OFF
                sta     <VIA_port_b     ; stop
                neg     <VIA_port_a
                cmpx    #ROW_LAST
                beq     .done
                leau    -1,u
                ldd     #(RAMP_OFF+MUX_OFF)*256+MUX_OFF
                stb     <VIA_port_b     ; run back
                bra     .check
.back           leau    -1,u            ; [5]
                nop                     ; [2]
.check          cmpu    >Vec_Str_Ptr    ; [8]
                bne     .back           ; [3] = 18
                sta     <VIA_port_b     ; stop where the row began
                ldb     >Vec_Text_HW
                deca
                std     <VIA_port_b     ; y = height
                exg     a,a
                ldd     #(RAMP_OFF+MUX_OFF)*256
                std     <VIA_port_b     ; hold y, x = 0
                lda     #MUX_OFF
                sta     <VIA_port_b     ; run down
                ldb     #2              ; zero reference   [2]
                stb     <VIA_port_b     ; [4]
                leax    ROW_BYTES,x     ; [5]
                nop                     ; [2]
                nop                     ; [2]
                sta     <VIA_port_b     ; [4]
                lda     #RAMP_OFF+MUX_OFF ; [2]
                sta     <VIA_port_b     ; stop             [4] = 25
                bra     .row

.done           lda     #ACR_TIMER
                sta     <VIA_aux_cntl
                jmp     Reset0Ref
