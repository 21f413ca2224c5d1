; slice.asm: an example of lib/slice.asm
;
; what:     counts the primes below 500, in slices; a line grows with them
; range:    $0000-$7FFF, cartridge ROM
; RAM:      $C880-$CBEA
; DP:       $D0 throughout
; play:     vecx run games/examples/slice.asm

                include "vectrex.inc"

PLACE_CYCLES    equ     126
LINE_CYCLES     equ     2*PLACE_CYCLES  ; from one side to the other
NUMBERS_END     equ     500             ; primes below this are counted: 95
LEFT            equ     -95             ; DAC value: half of the longest line
; A frame is given back below this high byte of T2; the work looks again within 150 cycles.
SLICE_LEAST     equ     2

                bss
                org     $C880
prime_count     rmb     1
v_number        rmb     2               ; the number looked at
v_divisor       rmb     2
                rmb     32              ; stack of the work
v_work_end
                code

                org     0
                setdp   $D0
                fcc     "g GCE 2026"
                fcb     $80
                fdb     Music_1
                fcb     $F8,$50,$20,-40
                fcc     "SLICE"
                fcb     $80,0
                jmp     main            ; macros must be defined above their first use

                include "lib/beam.asm"
                include "lib/slice.asm"

main            clr     prime_count
                ldu     #primes_count
                ldx     #v_work_end
                jsr     slice_begin
.frame          jsr     Wait_Recal
                jsr     Intensity_5F
                bsr     line_draw
                jsr     slice_run
                bra     .frame

; line_draw: draw a line as long as there are primes
;   in       prime_count; DP = $D0
;   out      none
;   changes  A B CC             keeps  X Y U DP S
;   stack    4
line_draw       ldd     #LEFT&$FF
                jsr     beam_place
                clr     <VIA_port_a
                clr     <VIA_port_b     ; Y: 0
                lda     #LINE_CYCLES-RAMP_EXTRA
                sta     <VIA_t1_cnt_lo
                lda     #1
                ldb     prime_count
                sta     <VIA_port_b
                stb     <VIA_port_a
                lda     #$FF
                sta     <VIA_shift_reg  ; light on
                clr     <VIA_t1_cnt_hi
                ramp_wait
                clr     <VIA_shift_reg
                rts

; primes_count: the work, which runs in slices: look for a divisor of each number
primes_count    ldd     #1
.number         addd    #1
                std     v_number
                cmpd    #NUMBERS_END
                bhs     .done
                ldd     #1
.divisor        addd    #1
                std     v_divisor
                cmpd    v_number
                bhs     .prime
                ldx     v_number
.less           tfr     x,d
                subd    v_divisor
                blo     .rest           ; a rest is left
                beq     .next           ; none
                tfr     d,x
                clock_look
                bra     .less
.rest           ldd     v_divisor
                bra     .divisor
.prime          inc     prime_count
.next           ldd     v_number
                bra     .number
.done           jsr     slice_pause
                bra     .done
