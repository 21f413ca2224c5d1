; wheel.asm: a cube in the 3D imager
;
; what:     drives the imager's wheel to 25 revolutions a second, and draws a cube for either eye in
;           its half of the revolution: first for the right one
; range:    $0000-$7FFF, cartridge ROM
; RAM:      $C880-$CBEA
; DP:       $D0 throughout
; build:    vecx asm games/devices/wheel.asm -I roms/include -o wheel.bin
; play:     vecx run games/devices/wheel.asm --imager
;
; The hole of the wheel pulls CA1 low once a revolution, and the VIA interrupts: the handler reads
; T2, which has counted the revolution, starts it again, and says whether the motor is driven only
; while the first cube is drawn, or till the second one is there as well, or, far too slow, all the
; time.  So a frame is a revolution; while the wheel is slower than T2 can count, T2's own end makes
; one.

                include "vectrex.inc"

CA1             equ     $02             ; VIA_int_flags, VIA_int_enable
T2              equ     $20
SET             equ     $80             ; VIA_int_enable: the bits that are 1 go on
LONGEST         equ     $FFFF           ; cycles that T2 can count
WANTED          equ     60000           ; a revolution: 1,500,000 / 25
HALF            equ     WANTED/2
SLOW            equ     WANTED+1500     ; from here on the motor is driven all the time
MIXER           equ     7               ; registers of the sound chip
PORT_A          equ     14
DRIVEN          equ     $7F             ; mixer: port A is an output, all silent
RUNNING_ON      equ     $3F
IO6_LOW         equ     $BF             ; PORT_A: the motor is driven, IO7 is the sensor's
CUBE_SCALE      equ     $50
EYE_SHIFT       equ     6
NEAR            equ     60              ; half an edge of the cube's near side, and of the far one
FAR             equ     35
DEEP            equ     NEAR-FAR

; ---- RAM -------------------------------------------------------------------------------
                bss
                org     $C880
revolution      rmb     2               ; cycles, LONGEST where it took longer
turns           rmb     2               ; revolutions so far
v_new           rmb     1               ; the hole has come
v_slow          rmb     1               ; T2 has ended since the hole came
v_drive         rmb     1               ; mixer from the first cube to the second
v_after         rmb     1               ; and from there to the hole
v_shift         rmb     1               ; of the near side; the far side goes the other way
v_corners       rmb     1

; ---- Header ----------------------------------------------------------------------------
                code
                org     0
                setdp   $D0
                fcc     "g GCE 2026"
                fcb     $80
                fdb     Music_1
                fcb     $F8,$50,$20,-$30
                fcc     "WHEEL"
                fcb     $80,0

                lda     #$7E            ; JMP
                ldx     #hole
                sta     Vec_IRQ_Vector
                stx     Vec_IRQ_Vector+1
                clr     turns
                clr     turns+1
                clr     v_new
                clr     v_slow
                lda     #DRIVEN
                sta     v_drive
                sta     v_after
                ldd     #LONGEST
                std     revolution
                lda     #SET|CA1
                sta     <VIA_int_enable
                ldd     #LONGEST
                std     <VIA_t2_lo
; falls into turn

; turn: one revolution after the other, for ever: a cube for the right eye, one for the left
turn            lda     #DRIVEN
                jsr     drive
                andcc   #$EF            ; the hole may interrupt
                lda     #-EYE_SHIFT     ; to the right eye what is near is farther left
                jsr     cube
                lda     v_drive
                jsr     drive
.half           lda     v_new
                bne     .new
                lda     <VIA_t2_hi
                cmpa    #(LONGEST-HALF)/256
                bhi     .half
                lda     #EYE_SHIFT
                jsr     cube
                lda     v_after
                jsr     drive
.hole           lda     v_new
                bne     .new
                lda     <VIA_int_flags
                bita    #T2
                beq     .hole
                ldd     #LONGEST        ; too slow for T2: a frame without a hole
                std     revolution
                std     <VIA_t2_lo      ;@strict no-overrun the wheel is not yet fast enough
                inc     v_slow
                lda     #DRIVEN
                sta     v_drive
                sta     v_after
.new            orcc    #$10
                clr     v_new
                bra     turn

; hole: CA1 has come down; the time since it did so last says how to drive.  An interrupt's handler:
; what the main loop had in its registers comes back with them
;   in       the registers on the stack; turns, v_slow
;   out      turns, revolution, v_drive, v_new, v_slow = 0; T2 restarted, CA1's flag cleared
;   changes  none               keeps  A B X Y U DP CC S
;   cycles   <= 145
;   stack    0
hole            lda     #$D0
                tfr     a,dp
                lda     <VIA_t2_hi
                ldb     <VIA_t2_lo      ; read second: it sets the flag back
                cmpa    <VIA_t2_hi      ; the low byte went round between the two
                beq     .whole
                lda     <VIA_t2_hi
                ldb     <VIA_t2_lo
.whole          coma
                comb
                ldx     turns
                leax    1,x
                stx     turns
                tst     v_slow
                beq     .counted
                clr     v_slow
                ldd     #LONGEST
.counted        std     revolution
                ldb     #RUNNING_ON
                stb     v_after
                cmpa    #WANTED/256
                blo     .fast
                ldb     #DRIVEN
                cmpa    #SLOW/256
                blo     .fast
                stb     v_after
.fast           stb     v_drive
                lda     #CA1
                sta     <VIA_int_flags
                sta     v_new
                ldd     #LONGEST
                std     <VIA_t2_lo
                rti

; drive: set the mixer, and with it whether the motor is driven
;   in       A = DRIVEN or RUNNING_ON, DP = $D0
;   out      none
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 130
;   stack    3
drive           tfr     a,b
                lda     #MIXER
                jsr     Sound_Byte
                ldd     #PORT_A*256+IO6_LOW
                jmp     Sound_Byte

; cube: draw the cube as an eye sees it
;   in       A = how far the near side is moved to the right, DP = $D0
;   out      the beam zeroed
;   changes  A B X U CC         keeps  Y DP S
;   cycles   <= 3600            vectors = 12
;   stack    8
cube            sta     v_shift
                jsr     Intensity_5F
                lda     #CUBE_SCALE
                sta     <VIA_t1_cnt_lo
                jsr     Reset0Ref
                lda     #-NEAR
                ldb     v_shift
                subb    #NEAR
                ldx     #near_side
                bsr     side
                lda     #-FAR
                ldb     #-FAR
                subb    v_shift
                ldx     #far_side
                bsr     side
                lda     #4
                sta     v_corners
                ldu     #edges
.edge           lda     ,u+
                ldb     ,u+
                addb    v_shift
                jsr     Moveto_d
                lda     ,u+
                ldb     ,u+
                subb    v_shift
                subb    v_shift
                jsr     Draw_Line_d
                jsr     Reset0Ref
                dec     v_corners
                bne     .edge
                rts

; side: draw a side of the cube
;   in       A = y, B = x of its lower left corner, X = its lines; the beam zeroed, the scale in T1,
;            DP = $D0
;   out      the beam zeroed
;   changes  A B X CC           keeps  Y U DP S
;   cycles   <= 1100            vectors <= 4
;   stack    6
side            jsr     Moveto_d
                jsr     Draw_VLc
                jmp     Reset0Ref

near_side       fcb     3               ; lines, less one; y, x
                fcb     0,2*NEAR
                fcb     2*NEAR,0
                fcb     0,-2*NEAR
                fcb     -2*NEAR,0
far_side        fcb     3
                fcb     0,2*FAR
                fcb     2*FAR,0
                fcb     0,-2*FAR
                fcb     -2*FAR,0
edges           fcb     -NEAR,-NEAR,DEEP,DEEP   ; from y, x by y, x
                fcb     -NEAR,NEAR,DEEP,-DEEP
                fcb     NEAR,NEAR,-DEEP,-DEEP
                fcb     NEAR,-NEAR,-DEEP,DEEP
