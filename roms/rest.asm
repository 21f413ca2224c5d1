; rest.asm: parts of routines for which there is no room between two entries
;
; address:  after the service program, up to $E7B4
; DP:       as the routine that they belong to

                setdp   $D0

; the rest of Joy_Analog: a trial bit is kept where the pot is above the DAC; the comparator has 16
; cycles to settle on each. Port A contains the value, A the next trial bit.
joy_approach    ldb     #9              ; more time for the pot
.settle         decb
                bne     .settle
                nop     2
                lda     #$80            ; the sign: compared with 0, which port A contains
                bra     .trial

.keep           tfr     a,b             ; [6]
                addb    <VIA_port_a     ; [4]
.put            stb     <VIA_port_a     ; [4]
.trial          lsra                    ; [2]
                cmpa    >Vec_Joy_Resltn ; [5]
                beq     .last           ; [3]
                ldb     #COMPARATOR     ; [2]
                bitb    <VIA_port_b     ; [4]
                bne     .keep           ; [3] = 33
                tfr     a,b             ; the next bit instead of this one
                negb
                addb    <VIA_port_a
                tfr     a,a             ; as long as in the original
                brn     *
                bra     .put

.last           ldb     #COMPARATOR
                bitb    <VIA_port_b
                bne     .done
                cmpa    #1              ; this bit is twice the next one, or 1
                rola
                eora    <VIA_port_a
                sta     <VIA_port_a
                nop
.done           ldb     <VIA_port_a     ; the channel closes with the result
                jmp     joy_store

; the rest of Add_Score_d: A = digit of the addend
score_digit     macro   number
                adda    >Vec_Misc_Count ; the carry
                clr     >Vec_Misc_Count
                adda    b,x
                cmpa    #'0'
                bhs     .shown\1
                adda    #'0'-' '        ; a space is a 0
.shown\1        cmpa    #'9'
                bls     .put\1
                suba    #10
                inc     >Vec_Misc_Count
.put\1          sta     b,x
                decb
                endm

score_add       pshs    d               ; the addend
                nop                     ; as long as in the original
                ldb     #5              ; from the last digit
.two            lda     1,s
                anda    #$0F
                score_digit 1
                lda     1,s
                lsra
                lsra
                lsra
                lsra
                score_digit 2
                lda     ,s              ; the next two digits, then none
                sta     1,s
                clr     ,s
                tstb
                bpl     .two
                leas    2,s
                clr     >Vec_Misc_Count ; a million is 0 again
                clrb
                jmp     Strip_Zeros

; the rest of Displ8_xy: X and Y are eight times run and rise
displ_8         pshs    d
                jsr     Rise_Run_Y
                pshs    a
                sex
                aslb
                rola
                aslb
                rola
                aslb
                rola
                tfr     d,x
                puls    b
                sex
                aslb
                rola
                aslb
                rola
                aslb
                rola
                tfr     d,y
                nop
                puls    d,pc

; places and texts of the scores of player 0 and player 2
tbl_score_place fdb     SCORE_LEFT,SCORE_RIGHT
tbl_score_text  fdb     SCORE_0,SCORE_2

                setdp   $C8

; the rest of Explosion_Snd: the first step
expl_start      anda    #$7F
                sta     <Vec_Expl_Flag
                ldd     ,u
                std     <Vec_Expl_1
                anda    #$38
                sta     <Vec_Expl_Noise
                ldd     2,u
                std     <Vec_Expl_3
                lda     <Vec_Expl_1
                lsra
                lsra
                lsra
                ora     <Vec_Expl_1
                anda    #7
                sta     <Vec_Expl_Chans
                ldb     #11             ; as long as in the original
.wait           decb
                bne     .wait
                brn     *
                lda     #2
                ldb     <Vec_Expl_1
                andb    #7
                std     <Vec_Expl_Chan  ; and Vec_Expl_Tone
                lda     #EXPL_LENGTH
                jmp     expl_step

; the rest of Obj_Hit: the box, without a call; object y, x, half height, half width and missile y,
; x are on the stack
hit_test        ldb     #2
                leax    ,s
.axis           lda     ,x
                adda    2,x             ; upper edge
                bvc     .upper
                lda     #127
.upper          cmpa    4,x
                blt     .miss
                lda     ,x
                suba    2,x             ; lower edge
                bvc     .lower
                lda     #-128
.lower          cmpa    4,x
                bgt     .miss
                leax    1,x             ; the same for x
                decb
                bne     .axis
                orcc    #$01            ; Z and C
                brn     *               ; as long as in the original
.out            leas    2,s
                puls    d,x,y,pc

.miss           andcc   #$FE            ; N and V stay those of the comparison
                bra     .out

                setdp   $D0
