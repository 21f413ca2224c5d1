; interrupts: T1 interrupts a loop of calls at any instruction, also after RTS and PULS

                include "../strict/case.inc"
                lda     #$7E            ; JMP
                sta     Vec_IRQ_Vector
                ldx     #handler
                stx     Vec_IRQ_Vector+1
                clr     $C880
                clr     $C881
loop            jsr     Wait_Recal
                ldd     #$4300          ; T1: 67 cycles
                std     VIA_t1_cnt_lo
                lda     #$C0
                sta     VIA_int_enable
                andcc   #$EF
                ldb     #200
calls           bsr     count
                decb
                bne     calls
                orcc    #$10
                lda     #$40
                sta     VIA_int_enable
                bra     loop
count           pshs    a,x
                inc     $C880
                puls    a,x
                rts
handler         inc     $C881
                lda     $C881
                anda    #3
                adda    #60
                sta     VIA_t1_cnt_lo
                clr     VIA_t1_cnt_hi   ; clears the flag, and restarts T1
                rti
