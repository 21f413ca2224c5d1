; framework.asm: what all accuracy cartridges share
;
; what:     runs the tests of one or more topics, keeps the result in RAM and shows it
; range:    cartridge ROM
; RAM:      $C880-$CAFF; the result is at $C880, see docs/accuracy.md
; DP:       $D0 in every test
; needs:    accuracy_topics, a list of topics that ends with 0; a topic is
;               fdb name, routine that runs a test, table of tests, number of tests
;           and an entry of its table is
;               fdb routine or data, expected, sentence
; ROM:      Init_VIA, Wait_Recal, Intensity_5F, Print_Str_d, Read_Btns; none while a test runs
;
; A test returns its measured value in D.  It may change every register except S, and the
; whole VIA.  The number of the test is in RAM before the test runs, so that a test that never
; returns can be named.

                include "vectrex.inc"

ACCURACY_VERSION equ    1
RUNNING         equ     'R'
DONE            equ     'D'
FAILURES_MAX    equ     12
FAILURE_BYTES   equ     7
LINE_LETTERS    equ     24
SHOW_EVERY      equ     3               ; a picture after this number of tests, less one; a mask
TEXT_END        equ     $80

; ---- The result: this form is public, and changes only with ACCURACY_VERSION ------------
                bss
                org     $C880
result_mark     rmb     4               ; "VXAC"
result_version  rmb     1
result_state    rmb     1               ; RUNNING or DONE
result_topic    rmb     1               ; from 1 on, in the order of the cartridge
result_test     rmb     2               ; the test that runs or ran last
result_tests    rmb     2               ; tests that were started
result_passed   rmb     2
result_failures rmb     1               ; entries that follow, FAILURES_MAX at most
result_first    rmb     FAILURES_MAX*FAILURE_BYTES  ; topic, test, expected, measured
result_bits     rmb     64              ; of the last topic: bit 7 of the first byte = test 1 failed
; ---- Variables --------------------------------------------------------------------------
v_topics        rmb     2               ; place in accuracy_topics
v_topic         rmb     2
v_entry         rmb     2
v_left          rmb     2               ; tests that follow in this topic
v_measured      rmb     2
v_stack         rmb     2
v_number        rmb     2
v_line          rmb     2               ; place of a text line
v_look          rmb     1               ; failure on the screen
v_text          rmb     LINE_LETTERS+2
                assert  * < $C9D0, "the machine's own page begins at $CA00"
                code

                org     0
                setdp   $D0
                fcc     "g GCE 2026"
                fcb     TEXT_END
                fdb     $FEE6           ; no tune
                fcb     $FC,$38,$10,-72
                fcc     "VECX ACCURACY"
                fcb     TEXT_END,0

; ---- All tests --------------------------------------------------------------------------
main            orcc    #$50
                ldx     #result_mark
.clear          clr     ,x+
                cmpx    #$CA00
                bne     .clear
                ldd     #'V<<8|'X
                std     result_mark
                ldd     #'A<<8|'C
                std     result_mark+2
                ldd     #ACCURACY_VERSION<<8|RUNNING
                std     result_version
                ldd     #accuracy_topics
                std     v_topics
.topic          ldu     [v_topics]
                beq     .done
                stu     v_topic
                inc     result_topic
                bsr     topic_run
                ldd     v_topics
                addd    #2
                std     v_topics
                bra     .topic
.done           lda     #DONE
                sta     result_state
                jmp     summary

; topic_run: run the tests of the topic at U
topic_run       ldx     #result_bits
.clear          clr     ,x+
                cmpx    #result_bits+64
                bne     .clear
                ldd     6,u
                std     v_left
                ldx     4,u
                stx     v_entry
                ldd     #0
                std     result_test
.test           ldd     result_tests
                addd    #1
                std     result_tests
                ldd     result_test
                addd    #1
                std     result_test
                andb    #SHOW_EVERY
                bne     .run
                jsr     progress
.run            bsr     quiet
                ldu     v_topic
                ldx     v_entry
                jsr     [2,u]
                std     v_measured
                lda     #$D0
                tfr     a,dp
                orcc    #$50
                bsr     judge
                ldx     v_entry
                leax    6,x
                stx     v_entry
                ldd     v_left
                subd    #1
                std     v_left
                bne     .test
                rts

; quiet: bring the VIA to the same state before each test: no interrupt, ramps and multiplexer off
quiet           lda     #$D0
                tfr     a,dp
                clra
                sta     <VIA_aux_cntl
                sta     <VIA_port_a
                lda     #$CC
                sta     <VIA_cntl       ; zero the beam, light off
                ldd     #$9FFF
                std     <VIA_DDR_b
                lda     #$81
                sta     <VIA_port_b
                lda     #$7F
                sta     <VIA_int_enable
                sta     <VIA_int_flags
                rts

; judge: compare what was measured with what was expected, and keep the result
judge           ldx     v_entry
                ldd     v_measured
                cmpd    2,x
                beq     .passed
                ldd     result_test
                subd    #1
                tfr     b,a
                anda    #7
                ldu     #tbl_bits
                lda     a,u
                pshs    a
                ldd     result_test
                subd    #1
                lsra
                rorb
                lsrb
                lsrb
                ldu     #result_bits
                lda     b,u
                ora     ,s+
                sta     b,u
                lda     result_failures
                cmpa    #FAILURES_MAX
                bhs     .end
                inc     result_failures
                bsr     failure_place
                lda     result_topic
                sta     ,u+
                ldd     result_test
                std     ,u++
                ldd     2,x
                std     ,u++
                ldd     v_measured
                std     ,u
                rts
.passed         ldd     result_passed
                addd    #1
                std     result_passed
.end            rts

tbl_bits        fcb     $80,$40,$20,$10,8,4,2,1

; failure_place: U = entry A of the failures; changes A B
failure_place   ldb     #FAILURE_BYTES
                mul
                ldu     #result_first
                leau    d,u
                rts

; ---- The screen -------------------------------------------------------------------------
; frame: begin a picture
frame           jsr     Init_VIA
                jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$FA30
                std     Vec_Text_HW
                rts

; progress: one picture while the tests run: name of the topic, number of the test
progress        bsr     frame
                ldu     v_topic
                ldu     ,u
                ldd     #$1098
                jsr     Print_Str_d
                ldx     #str_test
                jsr     text_copy
                ldd     result_test
                jsr     text_decimal
                ldd     #$F098
                jmp     text_show

; summary: show the result for ever; buttons 2 and 3 show other failures, 4 repeats all tests
summary         bsr     frame
                jsr     Read_Btns
                lda     Vec_Button_1_4
                lbne    main
                lda     v_look
                tst     Vec_Button_1_3
                beq     .back
                inca
                cmpa    result_failures
                blo     .keep
.first          clra
                bra     .keep
.back           tst     Vec_Button_1_2
                beq     .keep
                deca
                bmi     .first
.keep           sta     v_look
                ldu     #str_pass
                tst     result_failures
                beq     .verdict
                ldu     #str_fail
.verdict        ldd     #$6098
                jsr     Print_Str_d
                ldx     #str_passed
                jsr     text_copy
                ldd     result_passed
                jsr     text_decimal
                ldx     #str_of
                bsr     text_more
                ldd     result_tests
                jsr     text_decimal
                ldd     #$4898
                jsr     text_show
                tst     result_failures
                beq     summary
                bsr     failure_show
                bra     summary

; text_copy: begin a line with the text at X; Y = its end.  text_more: append to it
text_copy       ldy     #v_text
text_more       lda     ,x+
                bmi     .end
                sta     ,y+
                bra     text_more
.end            rts

; text_decimal: append D with three digits; changes D X
text_decimal    std     v_number
                ldx     #tbl_powers
.digit          lda     #'0
                sta     ,y
                ldd     v_number
.more           subd    ,x
                blo     .put
                std     v_number
                inc     ,y
                bra     .more
.put            leay    1,y
                leax    2,x
                cmpx    #tbl_powers+6
                bne     .digit
                rts

tbl_powers      fdb     100,10,1

; text_hex: append D in hexadecimal
text_hex        bsr     text_byte
                tfr     b,a
text_byte       pshs    a
                lsra
                lsra
                lsra
                lsra
                bsr     text_digit
                puls    a
                anda    #15
text_digit      adda    #'0
                cmpa    #'9
                bls     .put
                adda    #'A-'9-1
.put            sta     ,y+
                rts

; text_show: show the line at D = y, x
text_show       pshs    d
                lda     #TEXT_END
                sta     ,y
                puls    d
                ldu     #v_text
                jmp     Print_Str_d

; failure_show: topic, number, sentence, expected and measured value of failure v_look
failure_show    lda     v_look
                jsr     failure_place
                stu     v_stack
                ldb     ,u              ; the topic
                decb
                aslb
                ldx     #accuracy_topics
                abx
                ldx     ,x
                stx     v_topic
                ldu     ,x
                ldd     #$2498
                jsr     Print_Str_d
                ldx     #str_test
                jsr     text_copy
                ldu     v_stack
                ldd     1,u
                jsr     text_decimal
                ldd     #$1098
                jsr     text_show
                ldx     #str_expected
                jsr     text_copy
                ldu     v_stack
                ldd     3,u
                jsr     text_hex
                ldd     #$B898
                jsr     text_show
                ldx     #str_measured
                jsr     text_copy
                ldu     v_stack
                ldd     5,u
                jsr     text_hex
                ldd     #$A498
                jsr     text_show
; falls into sentence_show

; sentence_show: the sentence of the failure, in lines of LINE_LETTERS
sentence_show   ldu     v_stack
                ldd     1,u
                subd    #1
                std     v_line
                aslb
                rola
                addd    v_line
                aslb
                rola                    ; six times the number
                ldx     v_topic
                addd    4,x
                tfr     d,x
                ldx     4,x
                ldd     #$F898
                std     v_line
.line           ldy     #v_text
.letter         lda     ,x+
                bmi     .last
                sta     ,y+
                cmpy    #v_text+LINE_LETTERS
                bne     .letter
                pshs    x
                ldd     v_line
                jsr     text_show
                puls    x
                lda     v_line
                suba    #$14
                sta     v_line
                bra     .line
.last           cmpy    #v_text
                beq     .end
                ldd     v_line
                jmp     text_show
.end            rts

str_test        fcc     "TEST "
                fcb     TEXT_END
str_pass        fcc     "PASS"
                fcb     TEXT_END
str_fail        fcc     "FAIL"
                fcb     TEXT_END
str_passed      fcc     "PASSED "
                fcb     TEXT_END
str_of          fcc     " OF "
                fcb     TEXT_END
str_expected    fcc     "EXPECTED "
                fcb     TEXT_END
str_measured    fcc     "MEASURED "
                fcb     TEXT_END

; test_call: the routine that runs a test which is a routine
test_call       jmp     [,x]
