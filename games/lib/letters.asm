; letters.asm: text in vector letters
;
; what:     capitals, figures and a few signs as strokes; small, and twice as large
; DP:       $D0
; RAM:      v_letter_at, v_letter_count
; needs:    PLACE_CYCLES equ 126, for a letter's unit is what a DAC value of 1 goes in it
;
; A letter is 8 units wide and 12 high, the next one begins 12 to its right.  All strokes of a
; letter take the same time, so a ramp's offset makes it larger or smaller and nothing else.
; After two letters the beam is placed from the centre again.

LETTER_WIDE     equ     8
LETTER_PITCH    equ     12
LETTERS_A_PLACE equ     2
LETTER_CYCLES   equ     14
LETTER_UNIT     equ     PLACE_CYCLES/LETTER_CYCLES      ; DAC value of a unit
                assert  LETTER_UNIT*LETTER_CYCLES = PLACE_CYCLES, "a unit is the same everywhere"
LETTER_END      equ     $80

                bss
v_letter_at     rmb     2               ; where the next letters begin
v_letter_count  rmb     1               ; letters until the beam is placed
                code

; text: a line in the middle; its place is found from its length
text            macro   up,words
                fcb     up,-((.end\?-.begin\?)*LETTER_PITCH-LETTER_PITCH+LETTER_WIDE)/2
.begin\?        fcc     words
.end\?          fcb     LETTER_END
                endm

; text_big: the same for letters twice as large
text_big        macro   up,words
                fcb     up,-((.end\?-.begin\?)*LETTER_PITCH-LETTER_PITCH+LETTER_WIDE)
.begin\?        fcc     words
.end\?          fcb     LETTER_END
                endm

; letter_strokes: draw the strokes at X; in a fast one the numbers in brackets are cycles since
; the ramp began, in a slow one the ramp is waited for
letter_strokes  macro   slow
.stroke\?       ldd     ,x++
                sta     <VIA_port_a     ; [19] takes effect when the ramp is over
                stb     <VIA_port_b     ; multiplexer on, channel 0
                stb     <VIA_shift_reg  ; [27] the light goes out
                ldd     ,x++
                bmi     .dark\?
                sta     <VIA_port_b     ; off
                stb     <VIA_port_a
                ldd     #$FF00
                sta     <VIA_shift_reg
                stb     <VIA_t1_cnt_hi  ; [0]
                if      slow
                ramp_wait
                nop     2
                clr     <VIA_shift_reg
                else
                nop     2
                endif
                bra     .stroke\?
.dark\?         sta     <VIA_port_b
                stb     <VIA_port_a
                clr     <VIA_t1_cnt_hi  ; [0]
                if      slow
                ramp_wait
                endif
                lda     ,x
                cmpa    #LETTER_END
                bne     .stroke\?
                endm

; letter_find: X = strokes of the next letter, or leave
letter_find     macro   end
                lda     ,u+
                bmi     end
                suba    #' '
                asla
                ldx     #tbl_letters
                ldx     a,x
                endm

; letters_draw: write a text
;   in       U -> y, x, letters, $80: the place as beam_place takes it; DP = $D0
;   out      U past the text, the beam zeroed
;   changes  A B X U CC         keeps  Y DP S
;   stack    4
letters_draw    ldd     ,u++
                std     v_letter_at
.place          lda     #LETTERS_A_PLACE
                sta     v_letter_count
                ldd     v_letter_at
                addb    #LETTERS_A_PLACE*LETTER_PITCH
                stb     v_letter_at+1
                subb    #LETTERS_A_PLACE*LETTER_PITCH
                jsr     beam_place
                lda     #LETTER_CYCLES-RAMP_EXTRA
                sta     <VIA_t1_cnt_lo
.letter         letter_find .end
                letter_strokes 0
                dec     v_letter_count
                bne     .letter
                bra     .place
.end            lda     #VIA_ZERO
                sta     <VIA_cntl
                rts

; letters_draw_big: write a text in letters twice as large
;   in       U -> y, x, letters, $80: the place as beam_place takes it; DP = $D0
;   out      U past the text, the beam zeroed
;   changes  A B X U CC         keeps  Y DP S
;   stack    6
letters_draw_big
                ldd     ,u++
                std     v_letter_at
.letter         letter_find .end
                ldd     v_letter_at
                addb    #2*LETTER_PITCH
                stb     v_letter_at+1
                subb    #2*LETTER_PITCH
                jsr     beam_place
                lda     #2*LETTER_CYCLES-RAMP_EXTRA
                sta     <VIA_t1_cnt_lo
                letter_strokes 1
                jmp     .letter
.end            lda     #VIA_ZERO
                sta     <VIA_cntl
                rts

; lit, dark: a stroke, a move; last: the move to where the next letter begins
lit             macro   up,right
                fdb     ((up)*LETTER_UNIT&$FF)<<8
                fdb     1<<8|(right)*LETTER_UNIT&$FF
                endm

dark            macro   up,right
                fdb     ((up)*LETTER_UNIT&$FF)<<8
                fdb     $81<<8|(right)*LETTER_UNIT&$FF  ; bit 7 is the timer's: it only tells
                endm

last            macro   up,right
                dark    up,right
                fcb     LETTER_END
                endm

tbl_letters     fdb     vl_letter_space,vl_letter_exclamation,vl_letter_space
                fdb     vl_letter_space,vl_letter_space,vl_letter_space
                fdb     vl_letter_space,vl_letter_space,vl_letter_space
                fdb     vl_letter_space,vl_letter_space,vl_letter_space
                fdb     vl_letter_space,vl_letter_dash,vl_letter_point
                fdb     vl_letter_space,vl_letter_o,vl_letter_1
                fdb     vl_letter_2,vl_letter_3,vl_letter_4
                fdb     vl_letter_s,vl_letter_6,vl_letter_7
                fdb     vl_letter_8,vl_letter_9,vl_letter_colon
                fdb     vl_letter_space,vl_letter_space,vl_letter_space
                fdb     vl_letter_space,vl_letter_space,vl_letter_space
                fdb     vl_letter_a,vl_letter_b,vl_letter_c
                fdb     vl_letter_d,vl_letter_e,vl_letter_f
                fdb     vl_letter_g,vl_letter_h,vl_letter_i
                fdb     vl_letter_j,vl_letter_k,vl_letter_l
                fdb     vl_letter_m,vl_letter_n,vl_letter_o
                fdb     vl_letter_p,vl_letter_q,vl_letter_r
                fdb     vl_letter_s,vl_letter_t,vl_letter_u
                fdb     vl_letter_v,vl_letter_w,vl_letter_x
                fdb     vl_letter_y,vl_letter_z

vl_letter_space last    0,12
vl_letter_exclamation
                dark    0,4
                lit     2,0
                dark    3,0
                lit     7,0
                last    -12,8
vl_letter_dash  dark    6,1
                lit     0,6
                last    -6,5
vl_letter_point dark    0,4
                lit     1,0
                last    -1,8
vl_letter_1     dark    9,1
                lit     3,3
                lit     -12,0
                last    0,8
vl_letter_2     dark    12,0
                lit     0,8
                lit     -6,0
                lit     0,-8
                lit     -6,0
                lit     0,8
                last    0,4
vl_letter_3     lit     0,8
                lit     12,0
                lit     0,-8
                dark    -6,2
                lit     0,6
                last    -6,4
vl_letter_4     dark    0,6
                lit     12,0
                lit     -8,-6
                lit     0,8
                last    -4,4
vl_letter_6     dark    12,8
                lit     0,-8
                lit     -12,0
                lit     0,8
                lit     6,0
                lit     0,-8
                last    -6,12
vl_letter_7     dark    12,0
                lit     0,8
                lit     -12,-4
                last    0,8
vl_letter_8     lit     12,0
                lit     0,8
                lit     -12,0
                lit     0,-8
                dark    6,0
                lit     0,8
                last    -6,4
vl_letter_9     lit     0,8
                lit     12,0
                lit     0,-8
                lit     -6,0
                lit     0,8
                last    -6,4
vl_letter_colon dark    3,4
                lit     1,0
                dark    4,0
                lit     1,0
                last    -9,8
vl_letter_a     lit     12,4
                lit     -12,4
                dark    4,-1
                lit     0,-6
                last    -4,11
vl_letter_b     lit     12,0
                lit     0,6
                lit     -6,0
                lit     0,2
                lit     -6,0
                lit     0,-8
                dark    6,0
                lit     0,6
                last    -6,6
vl_letter_c     dark    0,8
                lit     0,-8
                lit     12,0
                lit     0,8
                last    -12,4
vl_letter_d     lit     12,0
                lit     0,5
                lit     -3,3
                lit     -6,0
                lit     -3,-3
                lit     0,-5
                last    0,12
vl_letter_e     dark    0,8
                lit     0,-8
                lit     12,0
                lit     0,8
                dark    -6,-2
                lit     0,-6
                last    -6,12
vl_letter_f     lit     12,0
                lit     0,8
                dark    -6,-2
                lit     0,-6
                last    -6,12
vl_letter_g     dark    12,8
                lit     0,-8
                lit     -12,0
                lit     0,8
                lit     6,0
                lit     0,-3
                last    -6,7
vl_letter_h     lit     12,0
                dark    0,8
                lit     -12,0
                dark    6,0
                lit     0,-8
                last    -6,12
vl_letter_i     dark    0,4
                lit     12,0
                last    -12,8
vl_letter_j     dark    4,0
                lit     -4,0
                lit     0,8
                lit     12,0
                last    -12,4
vl_letter_k     lit     12,0
                dark    0,8
                lit     -6,-8
                lit     -6,8
                last    0,4
vl_letter_l     dark    12,0
                lit     -12,0
                lit     0,8
                last    0,4
vl_letter_m     lit     12,0
                lit     -6,4
                lit     6,4
                lit     -12,0
                last    0,4
vl_letter_n     lit     12,0
                lit     -12,8
                lit     12,0
                last    -12,4
vl_letter_o     lit     12,0
                lit     0,8
                lit     -12,0
                lit     0,-8
                last    0,12
vl_letter_p     lit     12,0
                lit     0,8
                lit     -6,0
                lit     0,-8
                last    -6,12
vl_letter_q     lit     12,0
                lit     0,8
                lit     -12,0
                lit     0,-8
                dark    4,4
                lit     -4,4
                last    0,4
vl_letter_r     lit     12,0
                lit     0,8
                lit     -6,0
                lit     0,-8
                dark    0,2
                lit     -6,6
                last    0,4
vl_letter_s     lit     0,8
                lit     6,0
                lit     0,-8
                lit     6,0
                lit     0,8
                last    -12,4
vl_letter_t     dark    0,4
                lit     12,0
                dark    0,-4
                lit     0,8
                last    -12,4
vl_letter_u     dark    12,0
                lit     -12,0
                lit     0,8
                lit     12,0
                last    -12,4
vl_letter_v     dark    12,0
                lit     -12,4
                lit     12,4
                last    -12,4
vl_letter_w     dark    12,0
                lit     -12,2
                lit     8,2
                lit     -8,2
                lit     12,2
                last    -12,4
vl_letter_x     lit     12,8
                dark    0,-8
                lit     -12,8
                last    0,4
vl_letter_y     dark    0,4
                lit     6,0
                lit     6,-4
                dark    0,8
                lit     -6,-4
                last    -6,8
vl_letter_z     dark    12,0
                lit     0,8
                lit     -12,-8
                lit     0,8
                last    0,4
