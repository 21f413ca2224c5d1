; sweep.asm: texts of many letters, swept in lines from left to right
;
; what:     lines of light and dark, made by the shift register while the beam goes at one speed
; DP:       $D0
; RAM:      v_status: the line of text below the board; v_sweep_y
;
; A line begins with the beam zeroed and placed at the left, so no error of the beam is carried
; far, and all lines go the same way: whatever the time between the timer and the beam is, it moves
; all lines alike.

STATUS_CYCLES   equ     140             ; from the centre to where a line begins
STATUS_TOP      equ     -117
TEXT_STEP       equ     2               ; from line to line of a text
TEXT_LINES      equ     5
TEXT_SPEED      equ     73
STATUS_LENGTH   equ     20
STATUS_LEFT     equ     -95
STATUS_TIME     equ     STATUS_LENGTH*18+10

LIGHT_STATUS    equ     $5F

; sweep_place: zero the beam and place it at A = y and left
sweep_place     macro   left,cycles
                ldb     #VIA_ZERO
                stb     <VIA_cntl
                sta     <VIA_port_a
                clr     <VIA_port_b     ; multiplexer on, channel 0
                ldd     #1<<8|left&$FF
                std     <VIA_port_b     ; off; the way to the left
                lda     #cycles-RAMP_EXTRA
                sta     <VIA_t1_cnt_lo
                brn     *               ; [31] the integrators are near enough to zero
                lda     #VIA_RELEASE
                sta     <VIA_cntl
                clr     <VIA_t1_cnt_hi
                ramp_wait
                endm

; sweep_go: let the beam go to the right
sweep_go        macro   speed,time
                ldd     #0              ; no more up or down
                std     <VIA_port_b
                ldd     #1<<8|speed
                std     <VIA_port_b
                ldd     #(((time)-RAMP_EXTRA)&$FF)<<8|((time)-RAMP_EXTRA)>>8
                std     <VIA_t1_cnt_lo
                endm

; status_draw: write the line with the scores and the message
;   in       v_status, DP = $D0
;   out      none
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 3400            vectors <= 5
;   stack    6
status_draw     ldu     #v_status
; falls into line_sweep

; line_sweep: the same for another text
;   in       U = STATUS_LENGTH letters, DP = $D0
;   out      none
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 3400            vectors <= 5
;   stack    6
line_sweep      pshs    u
                lda     #STATUS_TOP
                sta     v_sweep_y
                lda     #LIGHT_STATUS
                jsr     Intensity_a
                ldx     #tbl_font
.line           ldu     ,s
                lda     v_sweep_y
                sweep_place STATUS_LEFT,STATUS_CYCLES
                sweep_go TEXT_SPEED,STATUS_TIME
                rept    STATUS_LENGTH
                ldb     ,u+
                lda     b,x
                sta     <VIA_shift_reg
                brn     *
                endr
                lda     v_sweep_y
                suba    #TEXT_STEP
                sta     v_sweep_y
                leax    GLYPH_COUNT,x
                lda     #VIA_ZERO
                sta     <VIA_cntl
                cmpx    #tbl_font+TEXT_LINES*GLYPH_COUNT
                lblo    .line
                puls    u,pc
