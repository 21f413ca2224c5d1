; raster.asm: text as a raster of seven rows
;
; address:  $F495-$F510, $F026-$F04B
; DP:       $D0
;
; The shift register draws one row of a character while the beam moves right for 18 cycles; a row
; of n characters takes 18 (n + 1). The way back takes 54 + 18 ((n - 2) modulo 128): as long for 2
; to 129 characters, 2304 cycles more for 0 and 1, 2304 fewer from 130 on. Then the beam moves down
; to the next row in two pulses of 4 and 21 cycles. Port B drives the ramp directly while ACR
; contains ACR_TEXT.

                setdp   $D0

ROW_BYTES       equ     80              ; characters in a row of Char_Table
ROW_FIRST       equ     Char_Table-$20  ; so that the character itself is the index
ROW_LAST        equ     ROW_FIRST+6*ROW_BYTES
RAMP_STOP       equ     RAMP_OFF+MUX_OFF

; Print_Str: print at the position of the beam
;   in       U -> text, $80; Vec_Text_HW, DP = $D0, integrators released
;   out      U past the text, beam at zero
;   changes  A B X U CC             keeps  Y S DP
;   cycles   <= 1120 + 235 each     stack  0
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00
;   ram      Vec_Str_Ptr
;   quirks   any byte from $80 up ends the text; bytes outside $20-$6F print rubbish
;            a text of 0 or 1 characters takes 13824 cycles more, with only row 0 on the screen
;            from 130 characters on, the rows lean, and each 128 take 13824 cycles fewer
                org     $F495
Print_Str       stu     >Vec_Str_Ptr
; falls into Print_MRast

; Print_MRast: as Print_Str, with the text at Vec_Str_Ptr
;   in       Vec_Str_Ptr, Vec_Text_HW, DP = $D0, integrators released
;   out      U past the text, beam at zero
;   changes  A B X U CC             keeps  Y S DP
;   cycles   <= 1120 + 235 each     stack  0
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00
Print_MRast     ldd     #ACR_TEXT
                brn     *
                nop
                sta     <VIA_port_a     ; a ramp that is still on: x stops here
                stb     <VIA_aux_cntl   ; one that port B has on runs for 7 cycles
                ldd     #RAMP_STOP*256+RAMP_OFF+2
                sta     <VIA_port_b     ; stop
                ldx     #ROW_FIRST
                stb     <VIA_port_b     ; zero reference
                ldu     >Vec_Str_Ptr    ; time to sample
                sta     <VIA_port_b     ; closed between two channels, as each row ends
                deca
                sta     <VIA_port_b     ; y = 0 while the row runs
                tfr     a,a
                brn     *
; falls into raster_row
raster_row      lda     #RAMP_STOP
                sta     <VIA_port_b     ; hold y
                ldb     >Vec_Text_Width
                stb     <VIA_port_a     ; x = width
                nop
                nop
                brn     *               ; time for the DAC
                lda     #MUX_OFF
                sta     <VIA_port_b     ; run
                bra     .first
.char           lda     a,x             ; [5]
                sta     <VIA_shift_reg  ; [4]
.first          lda     ,u+             ; [6]
                bpl     .char           ; [3] = 18
                lda     #RAMP_STOP
                sta     <VIA_port_b     ; stop
                neg     <VIA_port_a
                ldb     #MUX_OFF
                stb     <VIA_port_b     ; run back
                cmpx    #ROW_LAST
                beq     raster_done
                tfr     u,d
                subd    >Vec_Str_Ptr    ; characters + 1
                subb    #3
                andb    #127
                beq     .over
.back           exg     a,a             ; [8]
                brn     *               ; [3]
                nop                     ; [2]
                decb                    ; [2]
                bne     .back           ; [3] = 18
.over           ldu     >Vec_Str_Ptr
                mul                     ; only takes time: 11 cycles
                nop     2
                lda     #RAMP_STOP
                sta     <VIA_port_b     ; stop: 54 cycles without any pass
                ldb     >Vec_Text_HW
                deca
                std     <VIA_port_b     ; y = height
                jmp     raster_down

raster_done     lda     #ACR_TIMER      ; the way back of the last row is cut short
                sta     <VIA_aux_cntl
                jmp     Reset0Ref

; down to the next row
                org     $F026
raster_down     lda     #RAMP_STOP
                clrb
                std     <VIA_port_b     ; hold y, x = 0
                ldd     #MUX_OFF*256+RAMP_STOP
                nop
                sta     <VIA_port_b     ; run, for as long as the next takes
                stb     <VIA_port_b     ; stop             [4] = 4
                leax    ROW_BYTES,x
                sta     <VIA_port_b     ; run again
                ldb     #2              ; zero reference   [2]
                stb     <VIA_port_b     ; [4]
                ldb     #RAMP_STOP      ; [2]
                brn     *               ; [3]
                nop                     ; [2]
                sta     <VIA_port_b     ; [4]
                stb     <VIA_port_b     ; stop             [4] = 21
                ldd     #RAMP_STOP*256+RAMP_OFF
                stb     <VIA_port_b     ; y = 0 while the row runs
                jmp     raster_row
