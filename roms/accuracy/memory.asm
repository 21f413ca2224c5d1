; memory.asm: the memory map
;
; what:     the tests of the topic memory; each is a routine that returns D
; DP:       $D0; the VIA is as `quiet` in framework.asm leaves it
; sources:  [service manual] is in docs/sources.md
;
; The comments that begin with ;@test are read by roms/accuracy_tables.py: number, grade, expected
; value, sentence, source.  t is the cycle of the write that starts, N the value of the latch.

;@test 1 board $005A "RAM AT $C9F8 KEEPS $5A" [service manual] RAM of 1 KiB
memory_1        ldb     #$5A
                stb     >$C9F8
                ldb     >$C9F8
                clra
                rts

;@test 2 board $00A5 "RAM AT $C9F8 KEEPS $A5" [service manual] RAM of 1 KiB
memory_2        ldb     #$A5
                stb     >$C9F8
                ldb     >$C9F8
                clra
                rts

;@test 3 board $005A "RAM AT $CA00 KEEPS $5A" [service manual] RAM of 1 KiB
memory_3        ldb     #$5A
                stb     >$CA00
                ldb     >$CA00
                clra
                rts

;@test 4 board $00A5 "RAM AT $CA00 KEEPS $A5" [service manual] RAM of 1 KiB
memory_4        ldb     #$A5
                stb     >$CA00
                ldb     >$CA00
                clra
                rts

;@test 5 board $005A "RAM AT $CAFF KEEPS $5A" [service manual] RAM of 1 KiB
memory_5        ldb     #$5A
                stb     >$CAFF
                ldb     >$CAFF
                clra
                rts

;@test 6 board $00A5 "RAM AT $CAFF KEEPS $A5" [service manual] RAM of 1 KiB
memory_6        ldb     #$A5
                stb     >$CAFF
                ldb     >$CAFF
                clra
                rts

;@test 7 board $005A "RAM AT $CB10 KEEPS $5A" [service manual] RAM of 1 KiB
memory_7        ldb     #$5A
                stb     >$CB10
                ldb     >$CB10
                clra
                rts

;@test 8 board $00A5 "RAM AT $CB10 KEEPS $A5" [service manual] RAM of 1 KiB
memory_8        ldb     #$A5
                stb     >$CB10
                ldb     >$CB10
                clra
                rts

;@test 9 board $003C "RAM AT $C9F8 IS READ AT $CDF8" [service manual] RAM at $C800 and $CC00
memory_9        ldb     #$3C
                stb     >$C9F8
                ldb     >$CDF8
                clra
                rts

;@test 10 board $00C3 "RAM AT $CDF8 IS READ AT $C9F8" [service manual] RAM at $C800 and $CC00
memory_10       ldb     #$C3
                stb     >$CDF8
                ldb     >$C9F8
                clra
                rts

;@test 11 board $003C "RAM AT $CA00 IS READ AT $CE00" [service manual] RAM at $C800 and $CC00
memory_11       ldb     #$3C
                stb     >$CA00
                ldb     >$CE00
                clra
                rts

;@test 12 board $00C3 "RAM AT $CE00 IS READ AT $CA00" [service manual] RAM at $C800 and $CC00
memory_12       ldb     #$C3
                stb     >$CE00
                ldb     >$CA00
                clra
                rts

;@test 13 board $003C "RAM AT $CAFF IS READ AT $CEFF" [service manual] RAM at $C800 and $CC00
memory_13       ldb     #$3C
                stb     >$CAFF
                ldb     >$CEFF
                clra
                rts

;@test 14 board $00C3 "RAM AT $CEFF IS READ AT $CAFF" [service manual] RAM at $C800 and $CC00
memory_14       ldb     #$C3
                stb     >$CEFF
                ldb     >$CAFF
                clra
                rts

;@test 15 board $003C "RAM AT $CB10 IS READ AT $CF10" [service manual] RAM at $C800 and $CC00
memory_15       ldb     #$3C
                stb     >$CB10
                ldb     >$CF10
                clra
                rts

;@test 16 board $00C3 "RAM AT $CF10 IS READ AT $CB10" [service manual] RAM at $C800 and $CC00
memory_16       ldb     #$C3
                stb     >$CF10
                ldb     >$CB10
                clra
                rts

;@test 17 required $0067 "THE CARTRIDGE IS AT $0000" [service manual] cartridge
memory_17       ldb     >$0000
                clra
                rts

;@test 18 board $0067 "A WRITE TO THE CARTRIDGE HAS NO EFFECT" [service manual] cartridge
memory_18       ldx     #0
                ldb     #$55
                stb     ,x
                ldb     ,x
                clra
                rts

;@test 19 board $0000 "A WRITE TO THE EXECUTIVE ROM HAS NO EFFECT" [service manual] ROM at $E000
memory_19       ldx     #$F000
                ldb     ,x
                comb
                stb     ,x
                comb
                subb    ,x
                clra
                rts

;@test 20 board $F000 "THE RESET VECTOR LEADS TO $F000" [service manual] ROM at $E000
memory_20       ldd     >$FFFE
                rts

;@test 21 board $CBF2 "THE VECTOR OF SWI3 LEADS TO $CBF2" [service manual] ROM at $E000
memory_21       ldd     >$FFF2
                rts

;@test 22 board $CBF2 "THE VECTOR OF SWI2 LEADS TO $CBF2" [service manual] ROM at $E000
memory_22       ldd     >$FFF4
                rts

;@test 23 board $CBF5 "THE VECTOR OF FIRQ LEADS TO $CBF5" [service manual] ROM at $E000
memory_23       ldd     >$FFF6
                rts

;@test 24 board $CBF8 "THE VECTOR OF IRQ LEADS TO $CBF8" [service manual] ROM at $E000
memory_24       ldd     >$FFF8
                rts

;@test 25 board $CBFB "THE VECTOR OF SWI LEADS TO $CBFB" [service manual] ROM at $E000
memory_25       ldd     >$FFFA
                rts

;@test 26 board $00A5 "A WRITE AT $D9F3 REACHES THE VIA" [service manual] $D800-$DFFF: RAM and VIA
memory_26       ldb     #$A5
                stb     >$D9F3
                ldb     <VIA_DDR_a
                clra
                rts

;@test 27 board $00A5 "A WRITE AT $D9F3 REACHES THE RAM AT $C9F3" [service manual]
memory_27       ldd     #$00A5
                sta     >$C9F3
                stb     >$D9F3
                ldb     >$C9F3
                clra
                rts
