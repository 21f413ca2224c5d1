"""Programs shared by the debugger's tests."""

# The cartridge's header; a program follows.
HEADER = """\
 org 0
 fcc "g GCE 2026"
 fcb $80
 fdb Music_1
 fcb 0
"""

BANK_HEADER = ' fcc "g GCE 2026"\n fcb $80\n fdb $FD0D\n fcb 0\n'
# Bank 1 runs first; code in RAM switches to bank 0 and back.
TWO_BANKS = f"""\
 bank 0
 org 0
{BANK_HEADER}\
zero lda #$11
 bsr inner
 ldx #far
 jmp $C900
inner ldb #$22
 rts
 bank 1
 org 0
{BANK_HEADER}\
first ldx #code
 ldu #$C900
copy lda ,x+
 sta ,u+
 cmpx #code+32
 bne copy
 ldx #zero
 jmp $C900
code lda $D002
 eora #$40
 sta $D002
 jmp ,x
far lda #$33
 bsr other
 jsr $F192
 ldx #zero
 jmp $C900
other ldb #$44
 rts
"""
# Bank 1 calls routines of bank 0 through code in RAM; both banks draw a line from a table, with
# code at the same addresses.
TWO_BANKS_DRAWING = f"""\
 bank 0
 org 0
{BANK_HEADER}\
 bra near
near ldd size
 jsr $F3DF  ; near
 rts
size fcb 10,20
 bank 1
 org 0
{BANK_HEADER}\
 bra start
here ldd extent
 jsr $F3DF  ; here
 rts
extent fcb 30,40
start ldx #code
 ldu #$C900
copy lda ,x+
 sta ,u+
 cmpx #code+32
 bne copy
loop jsr $F192
 jsr $F2A5
 lda #$7F
 sta $D004
 ldd #0
 jsr $F312
 lda #1
 sta $D000
 ldx #near
 jsr $C900
 ldd #0
 jsr $F312
 jsr here
 bra loop
code lda $D002
 eora #$40
 sta $D002
 jsr ,x
 lda $D002
 eora #$40
 sta $D002
 rts
"""
