; joystick.asm: the comparator of the sticks; both controllers are plugged in and let go
;
; what:     the tests of the topic joystick; each is a routine that returns D
; DP:       $D0; the VIA is as `quiet` in framework.asm leaves it
; sources:  [service manual] is in docs/sources.md
;
; The comments that begin with ;@test are read by roms/accuracy_tables.py: number, grade, expected
; value, sentence, source.  t is the cycle of the write that starts, N the value of the latch.

;@test 1 board $0000 "X OF CONTROLLER 1 IS BELOW $7F" [service manual] comparator at PB5
joystick_1      ldd     #$7F80
                sta     <VIA_port_a
                stb     <VIA_port_b
                lda     #20
.wait           deca
                bne     .wait
                ldb     <VIA_port_b
                andb    #$20
                clra
                rts

;@test 2 board $0020 "X OF CONTROLLER 1 IS ABOVE $80" [service manual] comparator at PB5
joystick_2      ldd     #$8080
                sta     <VIA_port_a
                stb     <VIA_port_b
                lda     #20
.wait           deca
                bne     .wait
                ldb     <VIA_port_b
                andb    #$20
                clra
                rts

;@test 3 board $0000 "X OF CONTROLLER 1 IS BELOW $40, LET GO" [service manual] comparator at PB5
joystick_3      ldd     #$4080
                sta     <VIA_port_a
                stb     <VIA_port_b
                lda     #20
.wait           deca
                bne     .wait
                ldb     <VIA_port_b
                andb    #$20
                clra
                rts

;@test 4 board $0020 "X OF CONTROLLER 1 IS ABOVE $C0, LET GO" [service manual] comparator at PB5
joystick_4      ldd     #$C080
                sta     <VIA_port_a
                stb     <VIA_port_b
                lda     #20
.wait           deca
                bne     .wait
                ldb     <VIA_port_b
                andb    #$20
                clra
                rts

;@test 5 board $0000 "Y OF CONTROLLER 1 IS BELOW $7F" [service manual] comparator at PB5
joystick_5      ldd     #$7F82
                sta     <VIA_port_a
                stb     <VIA_port_b
                lda     #20
.wait           deca
                bne     .wait
                ldb     <VIA_port_b
                andb    #$20
                clra
                rts

;@test 6 board $0020 "Y OF CONTROLLER 1 IS ABOVE $80" [service manual] comparator at PB5
joystick_6      ldd     #$8082
                sta     <VIA_port_a
                stb     <VIA_port_b
                lda     #20
.wait           deca
                bne     .wait
                ldb     <VIA_port_b
                andb    #$20
                clra
                rts

;@test 7 board $0000 "Y OF CONTROLLER 1 IS BELOW $40, LET GO" [service manual] comparator at PB5
joystick_7      ldd     #$4082
                sta     <VIA_port_a
                stb     <VIA_port_b
                lda     #20
.wait           deca
                bne     .wait
                ldb     <VIA_port_b
                andb    #$20
                clra
                rts

;@test 8 board $0020 "Y OF CONTROLLER 1 IS ABOVE $C0, LET GO" [service manual] comparator at PB5
joystick_8      ldd     #$C082
                sta     <VIA_port_a
                stb     <VIA_port_b
                lda     #20
.wait           deca
                bne     .wait
                ldb     <VIA_port_b
                andb    #$20
                clra
                rts

;@test 9 board $0000 "X OF CONTROLLER 2 IS BELOW $7F" [service manual] comparator at PB5
joystick_9      ldd     #$7F84
                sta     <VIA_port_a
                stb     <VIA_port_b
                lda     #20
.wait           deca
                bne     .wait
                ldb     <VIA_port_b
                andb    #$20
                clra
                rts

;@test 10 board $0020 "X OF CONTROLLER 2 IS ABOVE $80" [service manual] comparator at PB5
joystick_10     ldd     #$8084
                sta     <VIA_port_a
                stb     <VIA_port_b
                lda     #20
.wait           deca
                bne     .wait
                ldb     <VIA_port_b
                andb    #$20
                clra
                rts

;@test 11 board $0000 "X OF CONTROLLER 2 IS BELOW $40, LET GO" [service manual] comparator at PB5
joystick_11     ldd     #$4084
                sta     <VIA_port_a
                stb     <VIA_port_b
                lda     #20
.wait           deca
                bne     .wait
                ldb     <VIA_port_b
                andb    #$20
                clra
                rts

;@test 12 board $0020 "X OF CONTROLLER 2 IS ABOVE $C0, LET GO" [service manual] comparator at PB5
joystick_12     ldd     #$C084
                sta     <VIA_port_a
                stb     <VIA_port_b
                lda     #20
.wait           deca
                bne     .wait
                ldb     <VIA_port_b
                andb    #$20
                clra
                rts

;@test 13 board $0000 "Y OF CONTROLLER 2 IS BELOW $7F" [service manual] comparator at PB5
joystick_13     ldd     #$7F86
                sta     <VIA_port_a
                stb     <VIA_port_b
                lda     #20
.wait           deca
                bne     .wait
                ldb     <VIA_port_b
                andb    #$20
                clra
                rts

;@test 14 board $0020 "Y OF CONTROLLER 2 IS ABOVE $80" [service manual] comparator at PB5
joystick_14     ldd     #$8086
                sta     <VIA_port_a
                stb     <VIA_port_b
                lda     #20
.wait           deca
                bne     .wait
                ldb     <VIA_port_b
                andb    #$20
                clra
                rts

;@test 15 board $0000 "Y OF CONTROLLER 2 IS BELOW $40, LET GO" [service manual] comparator at PB5
joystick_15     ldd     #$4086
                sta     <VIA_port_a
                stb     <VIA_port_b
                lda     #20
.wait           deca
                bne     .wait
                ldb     <VIA_port_b
                andb    #$20
                clra
                rts

;@test 16 board $0020 "Y OF CONTROLLER 2 IS ABOVE $C0, LET GO" [service manual] comparator at PB5
joystick_16     ldd     #$C086
                sta     <VIA_port_a
                stb     <VIA_port_b
                lda     #20
.wait           deca
                bne     .wait
                ldb     <VIA_port_b
                andb    #$20
                clra
                rts
