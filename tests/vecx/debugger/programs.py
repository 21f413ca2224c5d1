"""What the debugger's test programs share."""

# From the cartridge's header on; a program follows.
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
