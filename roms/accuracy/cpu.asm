; cpu.asm: the runners of the topics cpu-cycles and cpu-flags
;
; what:     run one instruction in RAM between known instructions
; range:    cartridge ROM
; RAM:      $CA00-$CAFF, and the interrupt vectors at $CBF2
; sources:  the tables are written by roms/accuracy_tables.py
;
; The page $CA is filled with $CA: every word in it is the address $CACA, so that an indirect
; operand leads to RAM, and an instruction that jumps through it leads to AFTER.

PAGE            equ     $CA00
BUFFER          equ     PAGE            ; the instruction runs here
REGISTERS       equ     PAGE+$30        ; CC A B DP X Y, and S or U
REGISTERS_X     equ     PAGE+$60
REGISTERS_S     equ     PAGE+$80
AFTER           equ     PAGE+$CA        ; where jumps lead
VECTOR_SWI23    equ     $CBF2
VECTOR_IRQ      equ     $CBF8
VECTOR_SWI      equ     $CBFB
WITH_IRQ        equ     1               ; the line IRQ is asserted
WITH_SHORT      equ     2               ; a frame without E is on the stack

; page_fill: fill the page; changes D X
page_fill       ldx     #PAGE
                ldd     #$CACA
.fill           std     ,x++
                cmpx    #PAGE+$100
                bne     .fill
                rts

; cycles_run: measure an instruction; T2 is the clock
;   in       v_entry; the data of the test: conditions, CC, cycles to subtract, count, bytes
;   out      D = cycles
; The result is the mean of MEASUREMENTS at different distances, because an emulator may round the
; time when T2 is read.  On a console all are equal.
MEASUREMENTS    equ     8
cycles_run      clr     v_mean
                lda     #MEASUREMENTS
.again          pshs    a
                bsr     page_fill
                ldx     [v_entry]
                stx     v_data
                bsr     cycles_once
                pshs    b
                ldd     #$0050
                ora     [v_data]
                ldx     #v_nothing
                std     ,x
                clr     2,x
                clr     3,x
                bsr     cycles_once     ; the clock's own time, under the same conditions
                subb    ,s+
                ldx     [v_entry]
                subb    2,x
                addb    v_mean
                stb     v_mean
                lda     ,s
                ldb     #29
                mul
.distance       decb
                bne     .distance
                ldb     v_mean
                puls    a
                deca
                bne     .again
                addb    #MEASUREMENTS/2
                lsrb
                lsrb
                lsrb
                clra
                rts
                assert  MEASUREMENTS = 8, "three shifts"

; cycles_once: run the data at X; B = T2 afterwards
cycles_once     sts     v_stack
                ldd     #$0004
                std     REGISTERS+1     ; A, B
                lda     #PAGE>>8
                sta     REGISTERS+3
                ldd     #REGISTERS_X
                std     REGISTERS+4
                ldd     #AFTER
                std     REGISTERS+6
                ldd     #REGISTERS_S
                std     REGISTERS+8
                lda     1,x
                sta     REGISTERS
                ldd     #$B7D0          ; sta $D009
                std     BUFFER
                ldd     #$091A          ; orcc #N, andcc #N: the store changed the flags
                std     BUFFER+2
                ldb     1,x
                lda     #$1C
                std     BUFFER+5
                stb     BUFFER+4
                lda     3,x
                leau    4,x
                ldy     #BUFFER+7
                tsta
                beq     .copied
.copy           ldb     ,u+
                stb     ,y+
                deca
                bne     .copy
.copied         bsr     trailer_put
                ldy     #AFTER
                bsr     trailer_put
                lda     #$7E            ; jmp AFTER
                sta     VECTOR_SWI23
                sta     VECTOR_IRQ
                sta     VECTOR_SWI
                ldd     #AFTER
                std     VECTOR_SWI23+1
                std     VECTOR_IRQ+1
                std     VECTOR_SWI+1
                lda     ,x
                bita    #WITH_SHORT
                beq     .irq
                ldb     #$50
                stb     REGISTERS_S
.irq            bita    #WITH_IRQ
                beq     .start
                lda     #$C0
                sta     >VIA_int_enable
                clra
                sta     >VIA_t1_cnt_lo
                sta     >VIA_t1_cnt_hi
.start          lda     #$FF
                sta     >VIA_t2_lo
                ldu     #REGISTERS
                pulu    cc,a,b,dp,x,y,s
                jmp     BUFFER
cycles_back     lds     v_stack
                tfr     a,b
                lda     #$D0
                tfr     a,dp
                lda     #$7F
                sta     <VIA_int_enable
                sta     <VIA_int_flags
                rts

; trailer_put: lda $D008, jmp cycles_back at Y
trailer_put     ldd     #$B6D0
                std     ,y++
                ldd     #$087E
                std     ,y++
                ldd     #cycles_back
                std     ,y
                rts

; ---- cpu-flags --------------------------------------------------------------------------
OTHER_STACK     equ     1               ; conditions: the harness uses S, the instruction U
IS_BRANCH       equ     2
CELL            equ     PAGE+$60        ; the operand in memory
EDGE_COUNT      equ     11
SEEN_BYTES      equ     10              ; of the registers that are pulled and pushed
                bss
                org     $C9D0
v_code          rmb     2
v_mean          rmb     1
v_data          rmb     2
v_nothing       rmb     4               ; data of a test without an instruction
v_sum           rmb     2
v_conditions    rmb     1
v_a             rmb     2               ; place in tbl_edges
v_m             rmb     2
                code

tbl_edges       fcb     $00,$01,$0F,$10,$55,$7F,$80,$81,$99,$F0,$FF

; flags_run: checksum of what an instruction does with all edge operands
;   in       X = entry of the table; its data: conditions, mask of CC, 0, count, bytes
;   out      D = checksum; for a branch, a bit for each value of N Z V C: 1 = taken
flags_run       sts     v_stack
                ldx     [v_entry]
                stx     v_code
                lda     3,x
                leau    4,x
                ldy     #BUFFER
.copy           ldb     ,u+
                stb     ,y+
                deca
                bne     .copy
                lda     #$7E            ; jmp
                sta     ,y
                sta     3,y
                ldb     ,x
                bitb    #IS_BRANCH
                lbne    branches_run
                ldd     #flags_back_u
                std     1,y
                ldb     [v_code]
                bitb    #OTHER_STACK
                beq     .sum
                ldd     #flags_back_s
                std     1,y
.sum            ldd     #0
                std     v_sum
                lda     #$50
                bsr     flags_operands
                lda     #$7F
                bsr     flags_operands
                ldd     v_sum
                rts

; flags_operands: all operands with CC = A
flags_operands  sta     v_conditions
                ldx     #tbl_edges
.first          stx     v_a
                ldx     #tbl_edges
.second         stx     v_m
                bsr     flags_once
                ldx     v_m
                leax    1,x
                cmpx    #tbl_edges+EDGE_COUNT
                bne     .second
                ldx     v_a
                leax    1,x
                cmpx    #tbl_edges+EDGE_COUNT
                bne     .first
                rts

; flags_once: A = X's low byte = Y = operand a, B = X's high byte = memory = operand m
flags_once      sts     v_stack
                lda     v_conditions
                sta     REGISTERS
                lda     #PAGE>>8
                sta     REGISTERS+3
                lda     [v_a]
                ldb     [v_m]
                std     REGISTERS+1     ; A, B
                std     REGISTERS+8     ; S or U
                exg     a,b
                std     REGISTERS+4     ; X
                std     CELL
                lda     [v_a]
                sta     REGISTERS+6     ; Y
                sta     REGISTERS+7
                lda     [v_code]
                bita    #OTHER_STACK
                bne     .other
                ldu     #REGISTERS
                pulu    cc,a,b,dp,x,y,s
                jmp     BUFFER
.other          lds     #REGISTERS
                puls    cc,a,b,dp,x,y,u
                jmp     BUFFER
flags_back_s    pshs    cc,a,b,dp,x,y,u
                bra     flags_back
flags_back_u    pshu    cc,a,b,dp,x,y,s
flags_back      lds     v_stack
                lda     #$D0
                tfr     a,dp
                ldx     v_code
                lda     1,x
                anda    REGISTERS
                sta     REGISTERS
                ldx     #REGISTERS
                lda     #SEEN_BYTES
                bsr     flags_add
                ldx     #CELL
                lda     #2

; flags_add: add A bytes at X to the sum
flags_add       sta     v_left_bytes
                ldd     v_sum
.byte           aslb
                rola
                adcb    #0
                addb    ,x+
                adca    #0
                dec     v_left_bytes
                bne     .byte
                std     v_sum
                rts

; branches_run: a branch over the jump to branch_not, with every value of the four flags
branches_run    ldd     #branch_not
                std     1,y
                ldd     #branch_taken
                std     4,y
                ldd     #0
                std     v_sum
                lda     #$50
branch_value    sta     v_conditions
                tfr     a,cc
                jmp     BUFFER
branch_not      andcc   #$FE
                bra     branch_next
branch_taken    orcc    #$01
branch_next     rol     v_sum+1
                rol     v_sum
                lda     v_conditions
                inca
                cmpa    #$60
                bne     branch_value
                ldd     v_sum
                rts
                bss
v_left_bytes    rmb     1
                assert  * <= PAGE, "the variables end before the machine's page"
                code
