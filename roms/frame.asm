; frame.asm: initialising the machine, and waiting for the next frame
;
; address:  $F14C-$F1B3
; DP:       any; all of these leave $D0, but Init_OS_RAM and DP_to_C8 leave $C8

; Init_VIA: set ports, timers and beam to their resting state, and start the frame timer
;   in       none
;   out      DP = $D0
;   changes  A B X DP CC            keeps  Y U S
;   cycles   <= 1000                stack  4
;   leaves   ORA = $00, ORB = $01, DDRA = $FF, DDRB = $9F, ACR = $98, PCR = $CC,
;            SR = $00, T1L = $FF, T2L free
                org     $F14C
Init_VIA        bsr     DP_to_D0
                setdp   $D0
                ldd     #$9FFF          ; bits 5 and 6 of port B are inputs
                std     <VIA_DDR_b
                ldd     #MUX_OFF*256
                std     <VIA_port_b
                ldd     #ACR_TIMER*256+$7F
                sta     <VIA_aux_cntl
                stb     <VIA_t1_cnt_lo
                jsr     Reset0Ref
                bra     Set_Refresh

; Init_OS_RAM: set system RAM to its defaults, but only increment the random seed
;   in       none
;   out      DP = $C8, $C800-$C87F set
;   changes  A B X DP CC            keeps  Y U S
;   cycles   <= 2250                stack  2
;   ram      $C800-$C87F
                org     $F164
Init_OS_RAM     bsr     DP_to_C8
                setdp   $C8
                ldb     #Vec_Seed_Ptr-Vec_Snd_Shadow-1
                ldx     #Vec_Snd_Shadow
                jsr     Clear_x_b
                ldd     #Vec_Random_Seed
                std     <Vec_Seed_Ptr   ; a seed of zeros would stay zero
.seed           inc     <Vec_Random_Seed        ; what RAM holds is the seed
                beq     .seed
                lda     #5
                sta     <Vec_Dot_Dwell
                ldd     #$3075          ; 30000 cycles, low byte first: 50 frames a second
                std     <Vec_Rfrsh
                ldd     #$0103
                std     <Vec_Joy_Mux_1_X
                ldd     #$0507
                std     <Vec_Joy_Mux_2_X
                rts

; Init_OS: set RAM, VIA and sound chip to their defaults
;   in       none
;   out      DP = $D0
;   changes  A B X DP CC            keeps  Y U S
;   cycles   <= 4500                stack  6
;   leaves   ORA = $01, ORB = $01, DDRA = $FF, DDRB = $9F, ACR = $98, PCR = $CC,
;            SR = $00, T1L = $FF, T2L = $30, sound registers
;   ram      $C800-$C87F
                org     $F18B
Init_OS         bsr     Init_OS_RAM
                bsr     Init_VIA
                setdp   $D0
                jmp     Clear_Sound

; Wait_Recal: wait for the end of the frame, start the next, recalibrate
;   in       Vec_Rfrsh
;   out      Vec_Loop_Count one more, DP = $D0, integrators held at zero
;   changes  A B X DP CC            keeps  Y U S
;   cycles   <= frame               stack  4
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00, T1L = $FF, T2L free
;   ram      Vec_Loop_Count
;   quirks   after a frame that took too long it returns at once; the time is not made up
                org     $F192
Wait_Recal      ldx     >Vec_Loop_Count
                leax    1,x
                stx     >Vec_Loop_Count
                bsr     DP_to_D0
                lda     #IFR_T2
.wait           bita    <VIA_int_flags
                beq     .wait
; falls into Set_Refresh

; Set_Refresh: restart the frame timer, recalibrate
;   in       DP = $D0, Vec_Rfrsh
;   out      none
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 870                 stack  4
;   leaves   ORA = $00, ORB = $01, PCR = $CC, SR = $00, T1L = $FF, T2L free
Set_Refresh     ldd     >Vec_Rfrsh
                std     <VIA_t2_lo
                jmp     Recalibrate

; DP_to_D0: set DP to the page of the VIA
;   in       none
;   out      A = DP = $D0
;   changes  A DP CC                keeps  B X Y U S
;   flags    N Z of A
;   cycles   <= 13                  stack  0
DP_to_D0        lda     #$D0
                tfr     a,dp
                rts

; DP_to_C8: set DP to the page of the system RAM
;   in       none
;   out      A = DP = $C8
;   changes  A DP CC                keeps  B X Y U S
;   flags    N Z of A
;   cycles   <= 13                  stack  0
DP_to_C8        lda     #$C8
                tfr     a,dp
                rts
