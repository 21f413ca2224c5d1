; frame.asm: the frame that the executive ROM makes
;
; what:     the tests of the topic frame; each is a routine that returns D.  They call Init_VIA and
;           Wait_Recal, which they measure, and so they depend on the ROM too
; DP:       $D0; the VIA is as `quiet` in framework.asm leaves it
; sources:  [BIOS] is in docs/sources.md
;
; The comments that begin with ;@test are read by roms/accuracy_tables.py: number, grade, expected
; value, sentence, source.

LOOP_CYCLES     equ     12              ; of the loop that counts a frame
LOOP_SLACK      equ     16              ; cycles, half of what the result may differ

;@test 1 required $00D0 "WAIT_RECAL RETURNS WITH DP = $D0" [BIOS] Wait_Recal
frame_1         jsr     frame_begin
                clra
                tfr     a,dp
                jsr     Wait_Recal
                tfr     dp,b
                clra
                rts

;@test 2 required $0001 "WAIT_RECAL ADDS 1 TO THE FRAME COUNTER AT $C825" [BIOS] Wait_Recal
frame_2         jsr     frame_begin
                ldx     Vec_Loop_Count
                stx     frame_kept
                jsr     Wait_Recal
                ldd     Vec_Loop_Count
                subd    frame_kept
                rts

;@test 3 required $0001 "WAIT_RECAL STARTS T2 WITH 30,000 CYCLES" [BIOS] Wait_Recal
frame_3         jsr     frame_begin
                ldb     <VIA_t2_hi
                ldx     #$7175          ; 30,000 is $7530; the recalibration takes up to 900
; falls into frame_between

; frame_between: D = 1 if B is between the two bytes of X, else 0
frame_between   stx     frame_kept
                clra
                cmpb    frame_kept
                blo     .no
                cmpb    frame_kept+1
                bhi     .no
                inca
.no             tfr     a,b
                clra
                rts

;@test 4 required $0001 "WAIT_RECAL STARTS T2 WITH THE TIME AT $C83D" [BIOS] Wait_Recal
frame_4         jsr     frame_begin
                ldd     #$0040          ; 16,384 cycles, low byte first
                std     Vec_Rfrsh
                jsr     Wait_Recal
                ldb     <VIA_t2_hi
                ldx     #$3075
                stx     Vec_Rfrsh
                ldx     #$3C40
                jmp     frame_between

;@test 5 required $0000 "WAIT_RECAL CLEARS THE FLAG OF T2" [BIOS] Wait_Recal
frame_5         jsr     frame_begin
                ldb     <VIA_int_flags
                andb    #$20
                clra
                rts

;@test 6 required $0000 "TWO RECALIBRATIONS TAKE THE SAME TIME" [BIOS] Wait_Recal
frame_6         jsr     frame_begin
                ldb     <VIA_t2_lo
                stb     frame_kept
                jsr     frame_begin     ; starts T2 again, because the read stops it in an emulator
                ldb     <VIA_t2_lo
                subb    frame_kept
                clra
                rts

;@test 7 required $0000 "THE FLAG OF T2 COMES WHEN T2 HAS COUNTED THE FRAME" [R6522], T2
frame_7         jsr     frame_begin
                ldd     <VIA_t2_lo
                exg     a,b
                tfr     d,x
                stx     frame_kept
                jsr     frame_begin     ; as above: the same count, but not read
                ldx     frame_kept
                lda     #$20
.turn           leax    -LOOP_CYCLES,x
                bita    <VIA_int_flags
                beq     .turn
                tfr     x,d
                addd    #LOOP_SLACK
                lsra
                rorb
                lsra
                rorb
                lsra
                rorb
                lsra
                rorb
                lsra
                rorb
                rts

;@test 8 required $0001 "AFTER A FRAME THAT TOOK TOO LONG, T2 STARTS WITH 30,000" [BIOS] Wait_Recal
frame_8         jsr     frame_begin
                lda     #$20
.wait           bita    <VIA_int_flags
                beq     .wait
                ldx     #1000
.late           leax    -1,x
                bne     .late
                jsr     Wait_Recal
                ldb     <VIA_t2_hi
                ldx     #$7175
                jmp     frame_between

;@test 9 required $00FF "INIT_VIA MAKES PORT A AN OUTPUT" [service manual] DAC at PA
frame_9         clr     <VIA_DDR_a
                jsr     Init_VIA
                ldb     <VIA_DDR_a
                clra
                rts

;@test 10 required $009F "INIT_VIA MAKES PB5 AND PB6 INPUTS" [service manual] comparator, cartridge
frame_10        clr     <VIA_DDR_b
                jsr     Init_VIA
                ldb     <VIA_DDR_b
                clra
                rts

;@test 11 required $0098 "INIT_VIA SETS ACR TO $98" [BIOS] Init_VIA
frame_11        jsr     Init_VIA
                ldb     <VIA_aux_cntl
                clra
                rts

; frame_begin: begin a frame as a game does
frame_begin     jsr     Init_VIA
                jmp     Wait_Recal

frame_kept      equ     $CA00           ; 2
