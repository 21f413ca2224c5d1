;! dialect=vide
; Macros, conditions and tables as in long games for VIDE.
;
 noopt
 INCLUDE "VECTREX.I"
DEBUG   equ 0
LEVELS  =   3
; ---------------------------------------------------------------------------
; move to a place, with the scale only where it changes
last_scale = 0
MOVE_TO MACRO scale, y,x
 IF scale != last_scale
 lda #scale
 sta <VIA_t1_cnt_lo
last_scale = scale
 ENDIF
 ldd #((y)&$ff)*256 + ((x)&$ff)
 jsr >Print_Str_d+0
 ENDM
; a table entry, and a name for it
ENTRY macro name, text, level
name\?: db level, text, $80
 IFDEF ENTRY_COUNT
ENTRY_COUNT = ENTRY_COUNT+1
 ELSE
ENTRY_COUNT = 1
 ENDIF
 endm
; a macro in another, and one that exits early
TWICE macro
 \1
 \1
 endm
FOUR_TIMES macro
 TWICE \1
 TWICE \1
 endm
ONLY macro n
 if n > LEVELS
 exitm
 endif
 nop n
 endm
CALL_IF macro test, where
 local skip, unused
 if test
 tsta
 beq skip
 endif
 jsr where
skip
 endm
; a delay in cycles; the argument chooses what is written
DELAY macro
 if \1 = 2
 nop
 else if \1 = 3
 brn *
 else if (\1 > 3) & (\1 < 6)
 nop
 brn *
 else
 ldb #(\1-2)/5
wait\?: decb
 bne wait\?
 endif
 endm
; ---------------------------------------------------------------------------
 code
 org $1000
 direct $D0
start:
 MOVE_TO $7f, 0, -$20   ; = 86 7F 97 04 CC 00 E0 BD F3 7A
 MOVE_TO $7f, -1, 10+5  ; = CC FF 0F BD F3 7A
 MOVE_TO $40,(2*3),1    ; = 86 40 97 04 CC 06 01 BD F3 7A
 FOUR_TIMES nop         ; = 12 12 12 12
 ONLY 2                 ; = 12 12
 ONLY 4
 CALL_IF 1,start        ; = 4D 27 03 BD 10 00
 CALL_IF DEBUG,start    ; = BD 10 00
 DELAY 2                ; = 12
 DELAY 3                ; = 21 00
 DELAY 5                ; = 12 21 00
 DELAY 22               ; = C6 04 5A 26 FD
 DELAY 12               ; = C6 02 5A 26 FD
 jmp start              ; = 7E 10 00
 lbra start             ; = 16 FF C1
table
 ENTRY first, "ONE, OR TWO;", 1        ; = 01 4F 4E 45 2C 20 4F 52 20 54 57 4F 3B 80
 ENTRY second, 'THREE', LEVELS         ; = 03 54 48 52 45 45 80
 db ENTRY_COUNT, *-table-2   ; = 02 15
 end
