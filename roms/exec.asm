; exec.asm: the executive ROM
;
; what:     boot, frame, beam, text, lists, sound, arithmetic and score routines for the
;           Vectrex, a service program, and the tables cartridges read
; address:  $E000-$FFFF (8 KiB)
; RAM:      $C800-$C87F, $CBEB-$CBFF and the stack below $CBEA
; DP:       see the contract of each routine
; build:    vecx asm roms/exec.asm -o vecx/data/exec.bin --symbols vecx/data/exec.symbols.json
; sources:  clean room. Every routine was written from a description of what the entries
;           take, return and do to the hardware; fonts, tunes, envelopes and screens are
;           our own, the numeric tables follow from their formulas
;
; The entries are at the addresses that cartridges expect. Some are only two bytes apart: such an
; entry is a single instruction, and execution continues with the next entry.

EXEC_ROM        equ     1
                include "include/vectrex.inc"

MUX_OFF         equ     $01             ; port B: multiplexer off, ramp stopped by timer 1
RAMP_OFF        equ     $80             ; port B, while it drives the ramp itself
PSG_LATCH       equ     $18             ; port B: BDIR and BC1, register number on port A
PSG_WRITE       equ     $10
PSG_READ        equ     $08
COMPARATOR      equ     $20             ; port B: pot above DAC
IFR_T1          equ     $40
IFR_T2          equ     $20
PCR_ZERO        equ     $CC             ; integrators held at zero, beam under the shift register
PCR_FREE        equ     $CE             ; integrators released
ACR_TIMER       equ     $98             ; timer 1 times the ramp on PB7
ACR_TEXT        equ     $18             ; PB7 follows port B
REG_ENABLES     equ     7               ; sound register 7: tone and noise, 0 = on
PORT_BUTTONS    equ     14              ; sound register 14: the buttons, 0 = pressed

                org     $E000
                include "service.asm"
                include "circle.asm"
                include "rest.asm"
                include "library.asm"
                org     $F000
                include "boot.asm"
                include "frame.asm"
                include "input.asm"
                include "sound.asm"
                include "beam.asm"
                include "text.asm"
                include "vectors.asm"
                include "raster.asm"
                include "memory.asm"
                include "maths.asm"
                include "music.asm"
                include "options.asm"
                include "score.asm"
                include "hits.asm"
                include "explosion.asm"
                include "tables.asm"
                include "font.asm"
                include "numbers.asm"
                include "tunes.asm"
                include "grid.asm"

                org     $FFF0
Vectors         fdb     0               ; reserved
                fdb     Vec_SWI3_Vector ; SWI3
                fdb     Vec_SWI3_Vector ; SWI2
                fdb     Vec_FIRQ_Vector ; FIRQ
                fdb     Vec_IRQ_Vector  ; IRQ
                fdb     Vec_SWI_Vector  ; SWI
                fdb     Vec_SWI_Vector  ; NMI
                fdb     Cold_Start      ; RESET
