; framework.asm: what all accuracy cartridges share
;
; what:     the menu; runs the tests of one or more topics, keeps the result in RAM and shows it
; range:    cartridge ROM
; RAM:      $C880-$CAFF; the result is at $C880, see docs/accuracy.md
; DP:       $D0 in every test
; needs:    accuracy_topics, a list of topics that ends with 0, then accuracy_end; a topic is
;               fdb name, routine that runs a test, table of tests, number of tests
;           and an entry of its table is
;               fdb routine or data, expected, sentence
;           or a set of cards for eye or ear, see cards.asm
;               fdb name, cards_run, table of cards, 0
; ROM:      Init_VIA, Wait_Recal, Intensity_a, Print_Str_d, Read_Btns, Joy_Digital; none while a
;           test runs, except that the topic frame measures Init_VIA and Wait_Recal
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
MENU_FRAMES     equ     200             ; without input, all tests begin then
MENU_ROWS       equ     7
MENU_TOP        equ     $38             ; y of the first row
MENU_STEP       equ     18
TOUCHED         equ     $FF             ; of v_wait: somebody is there
TEXT_X          equ     -104
TEXT_END        equ     $80
TOPICS          equ     (accuracy_end-accuracy_topics)/2-1

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
v_kept                                  ; what follows is kept when tests are repeated
v_choice        rmb     1               ; 0 all tests, else a topic
v_wait          rmb     1               ; frames of the menu without input, or TOUCHED
v_stick         rmb     1               ; of the frame before
v_row           rmb     1
v_row_y         rmb     1
v_card          rmb     1               ; from 0
v_sounding      rmb     1               ; the card whose sound is heard, from 1
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

; ---- Begin ------------------------------------------------------------------------------
main            orcc    #$50
                ldd     result_mark
                cmpd    #'V<<8|'X
                bne     main_new
                ldd     result_mark+2
                cmpd    #'A<<8|'C
                bne     main_new
                ldd     result_version
                cmpd    #ACCURACY_VERSION<<8|RUNNING
                lbeq    stopped         ; somebody or something reset the machine in a test
main_new        ldx     #result_mark
.clear          clr     ,x+
                cmpx    #$CA00
                bne     .clear
                ldd     accuracy_topics+2
                lbne    menu
                inc     v_choice        ; a single topic needs no menu

; ---- All tests, or those of a topic -----------------------------------------------------
begin           lds     #Vec_Default_Stk
                ldx     #result_mark
.clear          clr     ,x+
                cmpx    #v_kept
                bne     .clear
                ldd     #ACCURACY_VERSION<<8|RUNNING
                std     result_version
                ldx     #accuracy_topics
                lda     v_choice
                beq     .all
                sta     result_topic
                deca
                asla
                leax    a,x
                ldu     ,x
                stu     v_topic
                ldd     6,u
                bne     .one
                jmp     [2,u]           ; cards
.one            bsr     mark
                bsr     topic_run
                bra     .done
.all            bsr     mark
                stx     v_topics
.topic          ldu     [v_topics]
                beq     .done
                stu     v_topic
                inc     result_topic
                ldd     6,u
                beq     .next
                bsr     topic_run
.next           ldd     v_topics
                addd    #2
                std     v_topics
                bra     .topic
.done           lda     #DONE
                sta     result_state
                jmp     summary

; mark: write the signature; changes D
mark            ldd     #'V<<8|'X
                std     result_mark
                ldd     #'A<<8|'C
                std     result_mark+2
                rts

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
                jsr     progress
                bsr     quiet
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
; frame_first: begin a picture whatever a test has done to the VIA
frame_first     jsr     Init_VIA
; falls into frame

; frame: begin a picture
frame           jsr     Wait_Recal
                jsr     Intensity_5F
                ldd     #$FA30
                std     Vec_Text_HW
                rts

; progress: one picture before each test: name of the topic, number of the test
progress        bsr     frame_first
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

; menu: choose all tests, a topic or cards; without input all tests begin
;   stick or buttons 2 and 3 choose, button 4 begins
menu            lds     #Vec_Default_Stk
                jsr     Init_VIA
.frame          bsr     frame
                jsr     Read_Btns
                jsr     Joy_Digital
                jsr     Intensity_5F    ; the pots share the DAC's holds with it
                lda     Vec_Btn_State
                ora     Vec_Joy_1_Y
                beq     .still
                lda     #TOUCHED
                sta     v_wait
.still          lda     v_wait
                cmpa    #TOUCHED
                beq     .choose
                inca
                sta     v_wait
                cmpa    #MENU_FRAMES
                lbeq    begin
.choose         lda     Vec_Joy_1_Y
                ldb     v_stick
                sta     v_stick
                tstb
                bne     .buttons        ; held from before
                tsta
                bmi     .on
                bne     .back
.buttons        tst     Vec_Button_1_3
                bne     .on
                tst     Vec_Button_1_2
                beq     .kept
.back           lda     v_choice
                beq     .kept
                deca
                bra     .put
.on             lda     v_choice
                inca
                cmpa    #TOPICS
                bhi     .kept
.put            sta     v_choice
.kept           tst     Vec_Button_1_4
                lbne    begin
                ldu     #str_menu
                ldd     #$5898
                jsr     Print_Str_d
                ldu     #str_keys
                lda     v_wait
                cmpa    #TOUCHED
                beq     .foot
                ldu     #str_wait
.foot           ldd     #$A898
                jsr     Print_Str_d
                lda     #MENU_TOP
                sta     v_row_y
                lda     v_choice        ; the choice is in the middle, except near both ends
                suba    #MENU_ROWS/2
                bpl     .low
                clra
.low            cmpa    #TOPICS-MENU_ROWS+1
                bls     .first
                lda     #TOPICS-MENU_ROWS+1
.first          sta     v_row
.row            lda     #$3F
                ldb     v_row
                cmpb    v_choice
                bne     .light
                lda     #$7F
.light          jsr     Intensity_a
                ldu     #str_all
                ldb     v_row
                beq     .name
                decb
                aslb
                ldx     #accuracy_topics
                abx
                ldu     [,x]
.name           lda     v_row_y
                ldb     #TEXT_X
                jsr     Print_Str_d
                inc     v_row
                lda     v_row_y
                suba    #MENU_STEP
                sta     v_row_y
                cmpa    #MENU_TOP-MENU_ROWS*MENU_STEP
                bne     .row
                jmp     .frame

; back_to_menu: return to the menu, if the cartridge has one
back_to_menu    ldd     accuracy_topics+2
                lbne    menu
                rts

; stopped: the machine was reset in a test: show which; a button leads on
stopped         jsr     Init_VIA
.frame          jsr     frame
                jsr     Read_Btns
                tst     Vec_Buttons
                lbne    main_new
                ldu     #str_stopped
                ldd     #$4898
                jsr     Print_Str_d
                ldu     #result_topic   ; topic and test, as in the list of failures
                jsr     place_show
                bra     .frame

; summary: show the result; buttons 2 and 3 show other failures, 4 repeats the tests, 1 is the menu
summary         lda     #TOUCHED
                sta     v_wait
                jsr     Init_VIA
.frame          jsr     frame
                jsr     Read_Btns
                tst     Vec_Button_1_4
                lbne    begin
                tst     Vec_Button_1_1
                beq     .look
                bsr     back_to_menu
.look           lda     v_look
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
                beq     .frame
                bsr     failure_show
                bra     .frame

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
                bsr     place_show
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
                jmp     text_show

; place_show: topic, number and sentence of the test at U, which is a topic's and a test's number
place_show      stu     v_stack
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

str_menu        fcc     "ACCURACY"
                fcb     TEXT_END
str_all         fcc     "ALL TESTS"
                fcb     TEXT_END
str_keys        fcc     "4 BEGINS"
                fcb     TEXT_END
str_wait        fcc     "ALL BEGIN BY THEMSELVES"
                fcb     TEXT_END
str_stopped     fcc     "STOPPED IN"
                fcb     TEXT_END
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
