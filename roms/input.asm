; input.asm: buttons and joysticks
;
; address:  $F1B4-$F255 (the rest of Joy_Analog is in rest.asm)
; DP:       $D0

                setdp   $D0

POT_SETTLE      equ     20              ; times 5 cycles after a pot is selected
COMPARE_SETTLE  equ     11              ; times 5 cycles before it is compared with another value

; Read_Btns_Mask: read the buttons; some report for as long as they are held
;   in       A = mask: 0 bits report while held, 1 bits when newly pressed; DP = $D0
;   out      A = Vec_Buttons; Vec_Btn_State, Vec_Prev_Btns, Vec_Button_1_1 to 2_4
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 300                 stack  1
;   leaves   ORA = $0E, ORB = $01
;   ram      Vec_Btn_State, Vec_Prev_Btns, Vec_Buttons, Vec_Button_1_1 to 2_4
                org     $F1B4
Read_Btns_Mask  anda    >Vec_Btn_State
                sta     >Vec_Btn_State
; falls into Read_Btns

; Read_Btns: read the buttons, reporting new presses
;   in       DP = $D0
;   out      A = Vec_Buttons; Vec_Btn_State, Vec_Prev_Btns, Vec_Button_1_1 to 2_4
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 290                 stack  1
;   leaves   ORA = $0E, ORB = $01
;   ram      Vec_Btn_State, Vec_Prev_Btns, Vec_Buttons, Vec_Button_1_1 to 2_4
Read_Btns       ldx     #Vec_Btn_State
                lda     ,x
                sta     1,x             ; Vec_Prev_Btns
                lda     #PORT_BUTTONS
                sta     <VIA_port_a
                ldd     #(MUX_OFF+PSG_LATCH)*256+MUX_OFF
                sta     <VIA_port_b
                stb     <VIA_port_b
                clr     <VIA_DDR_a      ; the chip drives the bus now
                lda     #MUX_OFF+PSG_READ
                sta     <VIA_port_b
                nop
                lda     <VIA_port_a
                stb     <VIA_port_b
                com     <VIA_DDR_a
                coma                    ; 1 = pressed
                sta     ,x
                eora    1,x             ; changed
                anda    ,x              ; and down
                sta     2,x             ; Vec_Buttons
                leax    3,x
                pshs    a
                ldb     #1
.bit            tfr     b,a
                anda    ,s
                sta     ,x+             ; Vec_Button_1_1 and on
                aslb
                bne     .bit
                puls    a,pc

; Joy_Analog: measure the sticks
;   in       Vec_Joy_Mux_1_X to 2_Y, Vec_Joy_Resltn (last trial bit, 0 = all), DP = $D0
;            Vec_Misc_Count, normally 0: 1 to $80 reads as Joy_Digital does
;   out      Vec_Joy_1_X to 2_Y where the mux flag is not 0, -128 to 127
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 2350                stack  0
;   leaves   ORA free, ORB = $01
;   ram      Vec_Joy_1_X to 2_Y, Vec_Misc_Count
;   quirks   never returns if an axis is enabled and Vec_Joy_Resltn is not 0, 1, 2, 4, 8, $10,
;            $20 or $40
                org     $F1F5
Joy_Analog      dec     >Vec_Misc_Count ; from 0 to $FF: bit 7 asks for the approach
; falls into Joy_Digital

; Joy_Digital: read the directions of the sticks
;   in       Vec_Joy_Mux_1_X to 2_Y, DP = $D0
;            Vec_Misc_Count, normally 0: $80 to $FF measures as Joy_Analog does
;   out      Vec_Joy_1_X to 2_Y where the mux flag is not 0: $C0, 0 or $40
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 1000                stack  0
;   leaves   ORA free, ORB = $01
;   ram      Vec_Joy_1_X to 2_Y, Vec_Misc_Count
Joy_Digital     ldx     #Vec_Joy_Mux_1_X
; falls into joy_axis
joy_axis        lda     ,x+
                beq     joy_next
                sta     <VIA_port_b     ; channel of the pot, mux still off
                clr     <VIA_port_a
                deca
                sta     <VIA_port_b     ; mux on
                ldb     #POT_SETTLE
.settle         decb
                bne     .settle
                tst     >Vec_Misc_Count
                bmi     joy_analog
                nop
                lda     #COMPARATOR
                bita    <VIA_port_b
                beq     .below
                ldb     #$40
                stb     <VIA_port_a
                lda     #COMPARE_SETTLE
.above          deca
                bne     .above
                lda     #COMPARATOR
                bita    <VIA_port_b
                bne     .found
                bra     .centre
.below          ldb     #$C0
                stb     <VIA_port_a
                lda     #COMPARE_SETTLE
.under          deca
                bne     .under
                lda     #COMPARATOR
                bita    <VIA_port_b
                beq     .found
.centre         clrb
.found          clr     <VIA_port_a     ; the channel closes with 0
; falls into joy_store
joy_store       stb     Vec_Joy_1_X-Vec_Joy_Mux_1_X-1,x
; falls into joy_next
joy_next        cmpx    #Vec_Joy_Mux_2_Y+1
                bne     joy_axis
                clr     ,x              ; Vec_Misc_Count
                lda     #MUX_OFF
                sta     <VIA_port_b
                rts

joy_analog      jmp     joy_approach
