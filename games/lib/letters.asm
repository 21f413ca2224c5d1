; letters.asm: text in vector letters
;
; what:     capitals, figures and a few signs as strokes; small, and twice as large
; DP:       $D0
; RAM:      v_letter_at
; needs:    PLACE_CYCLES equ 126 or slightly more: a letter's unit is the distance that a DAC
;           value of 1 moves the beam in this time; beam.asm
;
; A letter is 8 units wide and 12 high, the next one begins 12 to its right.  Each letter is
; placed from the centre, and all its strokes take the same time: a ramp's offset makes a letter
; larger or smaller, drift moves it a little, and nothing adds up.

LETTER_WIDE     equ     8
LETTER_PITCH    equ     12
LETTER_CYCLES   equ     18
LETTER_UNIT     equ     PLACE_CYCLES/LETTER_CYCLES      ; DAC value of a unit
                assert  40*(PLACE_CYCLES-LETTER_UNIT*LETTER_CYCLES) < PLACE_CYCLES, "nearly a unit"
TEXT_END        equ     $80
NEAR_CYCLES     equ     PLACE_CYCLES/2
STROKE_DARK     equ     $80             ; before a stroke's Y: a move
MULTIPLEXER_OFF equ     $01             ; for port B; its bit 7 is the timer's
STROKES_END     equ     $8000           ; after STROKE_DARK
LIGHT_AFTER     equ     14              ; an old machine ends its ramp so long after the timer

                bss
v_letter_at     rmb     2               ; where the next letter begins
                code

; text: a line in the middle; its place is found from its length
text            macro   up,words
                fcb     up,-((.end\?-.begin\?)*LETTER_PITCH-LETTER_PITCH+LETTER_WIDE)/2
.begin\?        fcc     words
.end\?          fcb     TEXT_END
                endm

; text_big: the same for letters twice as large
text_big        macro   up,words
                fcb     up,-((.end\?-.begin\?)*LETTER_PITCH-LETTER_PITCH+LETTER_WIDE)
.begin\?        fcc     words
.end\?          fcb     TEXT_END
                endm

; text_near: the same within 63 units of the middle, for letters_draw_near
text_near       macro   up,words
                fcb     2*(up),-((.end\?-.begin\?)*LETTER_PITCH-LETTER_PITCH+LETTER_WIDE)
.begin\?        fcc     words
.end\?          fcb     TEXT_END
                endm

; idle: wait a number of cycles; changes no register and no flag
idle            macro   cycles
                if      (cycles)%2
                brn     *
                endif
spare           set     ((cycles)-(cycles)%2*3)/2
                rept    spare/4
                exg     x,x
                endr
                rept    spare%4
                nop
                endr
                endm

; letter_strokes: draw the strokes at X up to their end; Y is changed.  The numbers in brackets are
; cycles since the ramp began.  Meanwhile the next stroke is read; the light goes out LIGHT_AFTER
; cycles after the ramp's time, when the beam rests on every machine.  The values of Y and X are 13
; cycles apart (docs/connect4.md)
letter_strokes  macro   cycles
wait\?          set     (cycles)+LIGHT_AFTER-32
                assert  wait\? == 0 || wait\? > 1
.stroke\?       ldd     ,x++            ; [11] A = 0 or STROKE_DARK, B = Y
                bmi     .dark\?
                ldy     ,x++            ; [23] MULTIPLEXER_OFF and X
                idle    wait\?
                std     <VIA_port_b     ; [27] multiplexer on, channel 0; [28] Y
                sta     <VIA_shift_reg  ; [32] the light goes out
                idle    5
                sty     <VIA_port_b     ; [42] multiplexer off; [43] X
                ldd     #$FF00
                sta     <VIA_shift_reg  ; [50] its register has shifted for 18 cycles
                stb     <VIA_t1_cnt_hi  ; [0]
                bra     .stroke\?
.dark\?         clra
                ldy     ,x++            ; [25]
                bmi     .end\?
                idle    wait\?
                sta     <VIA_shift_reg  ; [32] the light goes out
                std     <VIA_port_b     ; [36], [37]
                idle    7
                sty     <VIA_port_b     ; [49], [50]
                sta     <VIA_t1_cnt_hi  ; [0]
                bra     .stroke\?
.end\?          idle    wait\?
                sta     <VIA_shift_reg  ; [32]
                endm

; letter_place: find the strokes X of the next letter and go where it begins; meanwhile the
; integrators are zeroed
letter_place    macro   place,pitch,cycles,next,end
                lda     #VIA_ZERO
                sta     <VIA_cntl       ; [0]
                lda     ,u+
                bmi     end
                ldb     v_letter_at+1
                suba    #' '
                beq     .space\?
                asla
                ldx     #tbl_letters
                ldx     a,x
                lda     v_letter_at
                sta     <VIA_port_a
                clr     <VIA_port_b
                lda     #place-RAMP_EXTRA
                sta     <VIA_t1_cnt_lo  ; while the hold takes its value
                lda     #1
                sta     <VIA_port_b
                stb     <VIA_port_a
                addb    #pitch
                stb     v_letter_at+1
                lda     #VIA_RELEASE
                sta     <VIA_cntl       ; [80]
                clr     <VIA_t1_cnt_hi
                lda     #cycles-RAMP_EXTRA
                sta     <VIA_t1_cnt_lo
                ramp_wait
                bra     .found\?
.space\?        addb    #pitch
                stb     v_letter_at+1
                bra     next
.found\?
                endm

; letters_draw: write a text
;   in       U -> y, x, letters, TEXT_END: the place as beam_place takes it; DP = $D0
;   out      U past the text, the beam zeroed
;   changes  A B X U CC         keeps  Y DP S
;   stack    4
letters_draw    pshs    y
                ldd     ,u++
                std     v_letter_at
.letter         letter_place PLACE_CYCLES,LETTER_PITCH,LETTER_CYCLES,.letter,.end
                letter_strokes LETTER_CYCLES
                jmp     .letter
.end            puls    y,pc

; letters_draw_big: write a text in letters twice as large
;   in       U -> y, x, letters, TEXT_END: the place as beam_place takes it; DP = $D0
;   out      U past the text, the beam zeroed
;   changes  A B X U CC         keeps  Y DP S
;   stack    4
letters_draw_big
                pshs    y
                ldd     ,u++
                std     v_letter_at
.letter         letter_place PLACE_CYCLES,2*LETTER_PITCH,2*LETTER_CYCLES,.letter,.end
                letter_strokes 2*LETTER_CYCLES
                jmp     .letter
.end            puls    y,pc

; letters_draw_near: write a text near the middle, which takes less time
;   in       U -> y, x, letters, TEXT_END: twice the place as beam_place takes it; DP = $D0
;   out      U past the text, the beam zeroed
;   changes  A B X U CC         keeps  Y DP S
;   stack    4
letters_draw_near
                pshs    y
                ldd     ,u++
                std     v_letter_at
.letter         letter_place NEAR_CYCLES,2*LETTER_PITCH,LETTER_CYCLES,.letter,.end
                letter_strokes LETTER_CYCLES
                jmp     .letter
.end            puls    y,pc

; lit, dark: a stroke, a move; strokes_end: no more
lit             macro   up,right
                fcb     0,(up)*LETTER_UNIT
                fcb     MULTIPLEXER_OFF,(right)*LETTER_UNIT
                endm

dark            macro   up,right
                fcb     STROKE_DARK,(up)*LETTER_UNIT
                fcb     MULTIPLEXER_OFF,(right)*LETTER_UNIT
                endm

strokes_end     macro
                fcb     STROKE_DARK,0
                fdb     STROKES_END
                endm

tbl_letters     fdb     vl_letter_space,vl_letter_exclamation,vl_letter_space
                fdb     vl_letter_space,vl_letter_space,vl_letter_space
                fdb     vl_letter_space,vl_letter_space,vl_letter_space
                fdb     vl_letter_space,vl_letter_space,vl_letter_space
                fdb     vl_letter_space,vl_letter_dash,vl_letter_point
                fdb     vl_letter_space,vl_letter_0,vl_letter_1
                fdb     vl_letter_2,vl_letter_3,vl_letter_4
                fdb     vl_letter_5,vl_letter_6,vl_letter_7
                fdb     vl_letter_8,vl_letter_9,vl_letter_colon
                fdb     vl_letter_space,vl_letter_less,vl_letter_space
                fdb     vl_letter_more,vl_letter_space,vl_letter_space
                fdb     vl_letter_a,vl_letter_b,vl_letter_c
                fdb     vl_letter_d,vl_letter_e,vl_letter_f
                fdb     vl_letter_g,vl_letter_h,vl_letter_i
                fdb     vl_letter_j,vl_letter_k,vl_letter_l
                fdb     vl_letter_m,vl_letter_n,vl_letter_o
                fdb     vl_letter_p,vl_letter_q,vl_letter_r
                fdb     vl_letter_s,vl_letter_t,vl_letter_u
                fdb     vl_letter_v,vl_letter_w,vl_letter_x
                fdb     vl_letter_y,vl_letter_z

vl_letter_space strokes_end
vl_letter_exclamation
                dark    0,4
                lit     2,0
                dark    5,0
                lit     5,0
                strokes_end
vl_letter_more  dark    2,1
                lit     4,6
                lit     4,-6
                strokes_end
vl_letter_less  dark    2,7
                lit     4,-6
                lit     4,6
                strokes_end
vl_letter_dash  dark    6,1
                lit     0,6
                strokes_end
vl_letter_point dark    0,4
                lit     1,0
                strokes_end
vl_letter_0     lit     12,0
                lit     0,8
                lit     -12,0
                lit     0,-8
                lit     12,8
                strokes_end
vl_letter_1     dark    9,1
                lit     3,3
                lit     -12,0
                strokes_end
vl_letter_2     dark    12,0
                lit     0,8
                lit     -6,0
                lit     0,-8
                lit     -6,0
                lit     0,8
                strokes_end
vl_letter_3     lit     0,8
                lit     12,0
                lit     0,-8
                dark    -6,2
                lit     0,6
                strokes_end
vl_letter_4     dark    0,6
                lit     12,0
                lit     -8,-6
                lit     0,8
                strokes_end
vl_letter_5     lit     0,4
                lit     3,4
                lit     3,-4
                lit     0,-4
                lit     6,0
                lit     0,8
                strokes_end
vl_letter_6     dark    12,8
                lit     0,-8
                lit     -12,0
                lit     0,8
                lit     6,0
                lit     0,-8
                strokes_end
vl_letter_7     dark    12,0
                lit     0,8
                lit     -12,-4
                strokes_end
vl_letter_8     lit     12,0
                lit     0,8
                lit     -12,0
                lit     0,-8
                dark    6,0
                lit     0,8
                strokes_end
vl_letter_9     lit     0,8
                lit     12,0
                lit     0,-8
                lit     -6,0
                lit     0,8
                strokes_end
vl_letter_colon dark    3,4
                lit     1,0
                dark    4,0
                lit     1,0
                strokes_end
vl_letter_a     lit     12,4
                lit     -12,4
                dark    4,-1
                lit     0,-6
                strokes_end
vl_letter_b     lit     12,0
                lit     -2,7
                lit     -4,-7
                lit     -2,8
                lit     -4,-8
                strokes_end
vl_letter_c     dark    0,8
                lit     0,-8
                lit     12,0
                lit     0,8
                strokes_end
vl_letter_d     lit     12,0
                lit     0,4
                lit     -4,4
                lit     -4,0
                lit     -4,-4
                lit     0,-4
                strokes_end
vl_letter_e     dark    0,8
                lit     0,-8
                lit     12,0
                lit     0,8
                dark    -6,-2
                lit     0,-6
                strokes_end
vl_letter_f     lit     12,0
                lit     0,8
                dark    -6,-2
                lit     0,-6
                strokes_end
vl_letter_g     dark    12,8
                lit     0,-8
                lit     -12,0
                lit     0,8
                lit     6,0
                lit     0,-3
                strokes_end
vl_letter_h     lit     12,0
                dark    0,8
                lit     -12,0
                dark    6,0
                lit     0,-8
                strokes_end
vl_letter_i     dark    0,4
                lit     12,0
                strokes_end
vl_letter_j     dark    4,0
                lit     -4,0
                lit     0,8
                lit     12,0
                strokes_end
vl_letter_k     lit     12,0
                dark    0,8
                lit     -6,-8
                lit     -6,8
                strokes_end
vl_letter_l     dark    12,0
                lit     -12,0
                lit     0,8
                strokes_end
vl_letter_m     lit     12,0
                lit     -6,4
                lit     6,4
                lit     -12,0
                strokes_end
vl_letter_n     lit     12,0
                lit     -12,8
                lit     12,0
                strokes_end
vl_letter_o     lit     12,0
                lit     0,8
                lit     -12,0
                lit     0,-8
                strokes_end
vl_letter_p     lit     12,0
                lit     0,8
                lit     -6,0
                lit     0,-8
                strokes_end
vl_letter_q     lit     12,0
                lit     0,8
                lit     -12,0
                lit     0,-8
                dark    4,4
                lit     -4,4
                strokes_end
vl_letter_r     lit     12,0
                lit     0,8
                lit     -6,0
                lit     0,-8
                dark    0,2
                lit     -6,6
                strokes_end
vl_letter_s     lit     0,8
                lit     6,0
                lit     0,-8
                lit     6,0
                lit     0,8
                strokes_end
vl_letter_t     dark    0,4
                lit     12,0
                dark    0,-4
                lit     0,8
                strokes_end
vl_letter_u     dark    12,0
                lit     -12,0
                lit     0,8
                lit     12,0
                strokes_end
vl_letter_v     dark    12,0
                lit     -12,4
                lit     12,4
                strokes_end
vl_letter_w     dark    12,0
                lit     -12,2
                lit     8,2
                lit     -8,2
                lit     12,2
                strokes_end
vl_letter_x     lit     12,8
                dark    0,-8
                lit     -12,8
                strokes_end
vl_letter_y     dark    0,4
                lit     8,0
                lit     4,-4
                dark    0,8
                lit     -4,-4
                strokes_end
vl_letter_z     dark    12,0
                lit     0,8
                lit     -12,-8
                lit     0,8
                strokes_end
