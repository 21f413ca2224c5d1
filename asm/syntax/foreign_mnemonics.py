"""Mnemonics of other processors and assemblers, and what to write instead for the 6809."""

from __future__ import annotations

# words -> what to write
_TABLE = """\
inx                     LEAX 1,X
iny                     LEAY 1,Y
inu                     LEAU 1,U
ins                     LEAS 1,S
dex                     LEAX -1,X
dey                     LEAY -1,Y
deu                     LEAU -1,U
des                     LEAS -1,S
sec                     ORCC #$01
clc                     ANDCC #$FE
sev                     ORCC #$02
clv                     ANDCC #$FD
sez                     ORCC #$04
clz                     ANDCC #$FB
sei di                  ORCC #$50
cli ei                  ANDCC #$AF
sed cld                 nothing: the 6809 has no decimal mode, and DAA after ADDA or ADCA
tax tay                 TFR D,X or TFR D,Y: A alone does not fill an index register
txa tya                 TFR X,D or TFR Y,D: an index register does not fit into A
tsx                     TFR S,X
txs                     TFR X,S
tab                     TFR A,B
tba                     TFR B,A
tap                     TFR A,CC
tpa                     TFR CC,A
aba                     PSHS B and ADDA ,S+
sba                     PSHS B and SUBA ,S+
cba                     PSHS B and CMPA ,S+
xgdx                    EXG D,X
xgdy                    EXG D,Y
ex exx xchg swap        EXG with two registers
pha psha                PSHS A
pshb                    PSHS B
phx pshx                PSHS X
phy pshy                PSHS Y
php                     PSHS CC
pla pula                PULS A
pulb                    PULS B
plx pulx                PULS X
ply puly                PULS Y
plp                     PULS CC
push                    PSHS with a list of registers
pop pull                PULS with a list of registers
ldaa                    LDA
ldab                    LDB
staa                    STA
stab                    STB
oraa                    ORA
orab                    ORB
cpx                     CMPX
cpy                     CMPY
cpd                     CMPD
ld ldr                  LDA, LDB, LDD, LDX, ...: the register is part of the name, as in LDA #5
st str                  STA, STB, STD, STX, ...: the register is part of the name
stz                     CLR
mov move                TFR between registers, else a load and a store: LDA and STA
add                     ADDA, ADDB or ADDD
sub                     SUBA, SUBB or SUBD
adc                     ADCA or ADCB
sbc                     SBCA or SBCB
and                     ANDA or ANDB
or                      ORA or ORB
eor xor                 EORA or EORB
bit                     BITA or BITB
cmp cp                  CMPA, CMPB, CMPD, CMPX, ...
not cpl                 COM, COMA or COMB
shl                     ASL, ASLA or ASLB
shr                     LSR, LSRA or LSRB
call                    JSR or BSR
ret                     RTS
reti                    RTI
jp                      JMP
jr brl                  BRA or LBRA
jsl bsl                 LBSR or JSR
jz je                   BEQ or LBEQ
jnz jne                 BNE or LBNE
jc                      BCS or LBCS
jnc                     BCC or LBCC
bz                      BEQ
bnz                     BNE
djnz dbnz dbra          DECB and BNE
halt wai hlt            SYNC, or CWAI with a mask
brk int trap            SWI
lea                     LEAX, LEAY, LEAU or LEAS
dfb defb dc.byte .dcb   FCB
dfw dfd defw .dw.w      FDB
defm asc dfm            FCC
defs dsb .skip .space   RMB
"""

HABITS: dict[str, str] = {
    word: row[24:] for row in _TABLE.splitlines() for word in row[:24].split()}

QUOTES = {
    "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u00ab": '"', "\u00bb": '"',
    "\u2018": "'", "\u2019": "'", "\u201a": "'", "\u00b4": "'",
}
