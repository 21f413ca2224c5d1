; beam.asm: an example of lib/beam.asm
;
; what:     a diamond about the centre, its four sides in line
; range:    $0000-$7FFF, cartridge ROM
; RAM:      $C880-$CBEA
; DP:       $D0 throughout
; play:     vecx run games/examples/beam.asm

                include "vectrex.inc"

PLACE_CYCLES    equ     126             ; a DAC value of 1 goes 126 p
SIDE_CYCLES     equ     100

                bss
                org     $C880
                code

                org     0
                setdp   $D0
                fcc     "g GCE 2026"
                fcb     $80
                fdb     Music_1
                fcb     $F8,$50,$20,-32
                fcc     "BEAM"
                fcb     $80,0
                jmp     main            ; macros must be defined above their first use

                include "lib/beam.asm"

; side: draw a line from where the beam is
side            macro   up,right
                aim_ramp up,right,SIDE_CYCLES
                lda     #$FF
                sta     <VIA_shift_reg  ; light on
                clr     <VIA_t1_cnt_hi
                ramp_wait
                clr     <VIA_shift_reg
                endm

main            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     #50             ; the upper corner
                clrb
                jsr     beam_place
                side    -63,63          ; 50 * 126 = 63 * 100
                side    -63,-63
                side    63,-63
                side    63,63
                jmp     main
