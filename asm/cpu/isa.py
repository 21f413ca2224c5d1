"""The instruction set of the MC6809, written as the programming card of its data sheet.

Facts only: which code, which addressing mode, how many cycles and bytes, which flags.  The
assembler and the disassembler look instructions up here, and the CPU builds its decode arrays from
the same records.  The CPU never takes its cycle counts from the card: a test compares the two.

Compare CARD and BRANCH_CARD with figure 19 of the data sheet [MC6809E], row by row.  Each entry
is `Op ~ #`: the code in hex, the cycles, the bytes.

    +       add what the post-byte asks for (POSTBYTE_CARD); PSH and PUL: one more per byte moved
    5/6     5, or 6 when a long branch is taken; RTI is 6 with E clear and 15 with E set
    >=      at least this number: the instruction waits for an interrupt line
    -       the instruction does not have this mode

Flags, in the order H N Z V C:

    .       not affected
    *       set or cleared by the result
    0 1     always cleared, always set
    ?       undefined by the data sheet
    m       bit 7 of B (MUL)
    c       condition codes written as a whole (ANDCC, ORCC, CWAI, RTI)
    r       affected only if CC is among the registers named (TFR, EXG, PULS, PULU)

Where measured silicon departs from the card, ERRATA says so; the card repeats the data sheet.

>>> BY_MNEMONIC["LDA"]["direct"].cycles, BY_MNEMONIC["LDA"]["extended"].opcode_bytes
(4, b'\\xb6')
>>> BY_CODE[0x10, 0x8E].mnemonic
'LDY'
>>> len(OPS)
268
"""

import re
from typing import NamedTuple

INHERENT = "inherent"
IMMEDIATE8 = "immediate8"
IMMEDIATE16 = "immediate16"
DIRECT = "direct"
EXTENDED = "extended"
INDEXED = "indexed"
RELATIVE8 = "relative8"
RELATIVE16 = "relative16"
REGISTER = "register"
STACK = "stack"

CARD = """\
#       immediate   direct     indexed     extended   inherent   H N Z V C
ABX     -           -          -           -          3A 3 1     . . . . .
ADCA    89 2 2      99 4 2     A9 4+ 2+    B9 5 3     -          * * * * *
ADCB    C9 2 2      D9 4 2     E9 4+ 2+    F9 5 3     -          * * * * *
ADDA    8B 2 2      9B 4 2     AB 4+ 2+    BB 5 3     -          * * * * *
ADDB    CB 2 2      DB 4 2     EB 4+ 2+    FB 5 3     -          * * * * *
ADDD    C3 4 3      D3 6 2     E3 6+ 2+    F3 7 3     -          . * * * *
ANDA    84 2 2      94 4 2     A4 4+ 2+    B4 5 3     -          . * * 0 .
ANDB    C4 2 2      D4 4 2     E4 4+ 2+    F4 5 3     -          . * * 0 .
ANDCC   1C 3 2      -          -           -          -          c c c c c
ASL     -           08 6 2     68 6+ 2+    78 7 3     -          ? * * * *
ASLA    -           -          -           -          48 2 1     ? * * * *
ASLB    -           -          -           -          58 2 1     ? * * * *
ASR     -           07 6 2     67 6+ 2+    77 7 3     -          ? * * . *
ASRA    -           -          -           -          47 2 1     ? * * . *
ASRB    -           -          -           -          57 2 1     ? * * . *
BITA    85 2 2      95 4 2     A5 4+ 2+    B5 5 3     -          . * * 0 .
BITB    C5 2 2      D5 4 2     E5 4+ 2+    F5 5 3     -          . * * 0 .
CLR     -           0F 6 2     6F 6+ 2+    7F 7 3     -          . 0 1 0 0
CLRA    -           -          -           -          4F 2 1     . 0 1 0 0
CLRB    -           -          -           -          5F 2 1     . 0 1 0 0
CMPA    81 2 2      91 4 2     A1 4+ 2+    B1 5 3     -          ? * * * *
CMPB    C1 2 2      D1 4 2     E1 4+ 2+    F1 5 3     -          ? * * * *
CMPD    1083 5 4    1093 7 3   10A3 7+ 3+  10B3 8 4   -          . * * * *
CMPS    118C 5 4    119C 7 3   11AC 7+ 3+  11BC 8 4   -          . * * * *
CMPU    1183 5 4    1193 7 3   11A3 7+ 3+  11B3 8 4   -          . * * * *
CMPX    8C 4 3      9C 6 2     AC 6+ 2+    BC 7 3     -          . * * * *
CMPY    108C 5 4    109C 7 3   10AC 7+ 3+  10BC 8 4   -          . * * * *
COM     -           03 6 2     63 6+ 2+    73 7 3     -          . * * 0 1
COMA    -           -          -           -          43 2 1     . * * 0 1
COMB    -           -          -           -          53 2 1     . * * 0 1
CWAI    3C >=20 2   -          -           -          -          c c c c c
DAA     -           -          -           -          19 2 1     . * * ? *
DEC     -           0A 6 2     6A 6+ 2+    7A 7 3     -          . * * * .
DECA    -           -          -           -          4A 2 1     . * * * .
DECB    -           -          -           -          5A 2 1     . * * * .
EORA    88 2 2      98 4 2     A8 4+ 2+    B8 5 3     -          . * * 0 .
EORB    C8 2 2      D8 4 2     E8 4+ 2+    F8 5 3     -          . * * 0 .
EXG     1E 8 2      -          -           -          -          r r r r r
INC     -           0C 6 2     6C 6+ 2+    7C 7 3     -          . * * * .
INCA    -           -          -           -          4C 2 1     . * * * .
INCB    -           -          -           -          5C 2 1     . * * * .
JMP     -           0E 3 2     6E 3+ 2+    7E 4 3     -          . . . . .
JSR     -           9D 7 2     AD 7+ 2+    BD 8 3     -          . . . . .
LDA     86 2 2      96 4 2     A6 4+ 2+    B6 5 3     -          . * * 0 .
LDB     C6 2 2      D6 4 2     E6 4+ 2+    F6 5 3     -          . * * 0 .
LDD     CC 3 3      DC 5 2     EC 5+ 2+    FC 6 3     -          . * * 0 .
LDS     10CE 4 4    10DE 6 3   10EE 6+ 3+  10FE 7 4   -          . * * 0 .
LDU     CE 3 3      DE 5 2     EE 5+ 2+    FE 6 3     -          . * * 0 .
LDX     8E 3 3      9E 5 2     AE 5+ 2+    BE 6 3     -          . * * 0 .
LDY     108E 4 4    109E 6 3   10AE 6+ 3+  10BE 7 4   -          . * * 0 .
LEAS    -           -          32 4+ 2+    -          -          . . . . .
LEAU    -           -          33 4+ 2+    -          -          . . . . .
LEAX    -           -          30 4+ 2+    -          -          . . * . .
LEAY    -           -          31 4+ 2+    -          -          . . * . .
LSR     -           04 6 2     64 6+ 2+    74 7 3     -          . 0 * . *
LSRA    -           -          -           -          44 2 1     . 0 * . *
LSRB    -           -          -           -          54 2 1     . 0 * . *
MUL     -           -          -           -          3D 11 1    . . * . m
NEG     -           00 6 2     60 6+ 2+    70 7 3     -          ? * * * *
NEGA    -           -          -           -          40 2 1     ? * * * *
NEGB    -           -          -           -          50 2 1     ? * * * *
NOP     -           -          -           -          12 2 1     . . . . .
ORA     8A 2 2      9A 4 2     AA 4+ 2+    BA 5 3     -          . * * 0 .
ORB     CA 2 2      DA 4 2     EA 4+ 2+    FA 5 3     -          . * * 0 .
ORCC    1A 3 2      -          -           -          -          c c c c c
PSHS    34 5+ 2     -          -           -          -          . . . . .
PSHU    36 5+ 2     -          -           -          -          . . . . .
PULS    35 5+ 2     -          -           -          -          r r r r r
PULU    37 5+ 2     -          -           -          -          r r r r r
ROL     -           09 6 2     69 6+ 2+    79 7 3     -          . * * * *
ROLA    -           -          -           -          49 2 1     . * * * *
ROLB    -           -          -           -          59 2 1     . * * * *
ROR     -           06 6 2     66 6+ 2+    76 7 3     -          . * * . *
RORA    -           -          -           -          46 2 1     . * * . *
RORB    -           -          -           -          56 2 1     . * * . *
RTI     -           -          -           -          3B 6/15 1  c c c c c
RTS     -           -          -           -          39 5 1     . . . . .
SBCA    82 2 2      92 4 2     A2 4+ 2+    B2 5 3     -          ? * * * *
SBCB    C2 2 2      D2 4 2     E2 4+ 2+    F2 5 3     -          ? * * * *
SEX     -           -          -           -          1D 2 1     . * * 0 .
STA     -           97 4 2     A7 4+ 2+    B7 5 3     -          . * * 0 .
STB     -           D7 4 2     E7 4+ 2+    F7 5 3     -          . * * 0 .
STD     -           DD 5 2     ED 5+ 2+    FD 6 3     -          . * * 0 .
STS     -           10DF 6 3   10EF 6+ 3+  10FF 7 4   -          . * * 0 .
STU     -           DF 5 2     EF 5+ 2+    FF 6 3     -          . * * 0 .
STX     -           9F 5 2     AF 5+ 2+    BF 6 3     -          . * * 0 .
STY     -           109F 6 3   10AF 6+ 3+  10BF 7 4   -          . * * 0 .
SUBA    80 2 2      90 4 2     A0 4+ 2+    B0 5 3     -          ? * * * *
SUBB    C0 2 2      D0 4 2     E0 4+ 2+    F0 5 3     -          ? * * * *
SUBD    83 4 3      93 6 2     A3 6+ 2+    B3 7 3     -          . * * * *
SWI     -           -          -           -          3F 19 1    . . . . .
SWI2    -           -          -           -          103F 20 2  . . . . .
SWI3    -           -          -           -          113F 20 2  . . . . .
SYNC    -           -          -           -          13 >=4 1   . . . . .
TFR     1F 6 2      -          -           -          -          r r r r r
TST     -           0D 6 2     6D 6+ 2+    7D 7 3     -          . * * 0 .
TSTA    -           -          -           -          4D 2 1     . * * 0 .
TSTB    -           -          -           -          5D 2 1     . * * 0 .
"""

BRANCH_CARD = """\
#       short      long
BCC     24 3 2     1024 5/6 4
BCS     25 3 2     1025 5/6 4
BEQ     27 3 2     1027 5/6 4
BGE     2C 3 2     102C 5/6 4
BGT     2E 3 2     102E 5/6 4
BHI     22 3 2     1022 5/6 4
BLE     2F 3 2     102F 5/6 4
BLS     23 3 2     1023 5/6 4
BLT     2D 3 2     102D 5/6 4
BMI     2B 3 2     102B 5/6 4
BNE     26 3 2     1026 5/6 4
BPL     2A 3 2     102A 5/6 4
BRA     20 3 2     16 5 3
BRN     21 3 2     1021 5 4
BSR     8D 7 2     17 9 3
BVC     28 3 2     1028 5/6 4
BVS     29 3 2     1029 5/6 4
"""

# RR is the register: 00 X, 01 Y, 10 U, 11 S.  xx may be anything; assemblers write 00.
POSTBYTE_CARD = """\
# form              direct  post-byte  ~  #   indirect  post-byte  ~  #
no offset           ,R      1RR00100   0  0   [,R]      1RR10100   3  0
5-bit offset        n,R     0RRnnnnn   1  0   -         -          -  -
8-bit offset        n,R     1RR01000   1  1   [n,R]     1RR11000   4  1
16-bit offset       n,R     1RR01001   4  2   [n,R]     1RR11001   7  2
A offset            A,R     1RR00110   1  0   [A,R]     1RR10110   4  0
B offset            B,R     1RR00101   1  0   [B,R]     1RR10101   4  0
D offset            D,R     1RR01011   4  0   [D,R]     1RR11011   7  0
increment by 1      ,R+     1RR00000   2  0   -         -          -  -
increment by 2      ,R++    1RR00001   3  0   [,R++]    1RR10001   6  0
decrement by 1      ,-R     1RR00010   2  0   -         -          -  -
decrement by 2      ,--R    1RR00011   3  0   [,--R]    1RR10011   6  0
8-bit PC offset     n,PCR   1xx01100   1  1   [n,PCR]   1xx11100   4  1
16-bit PC offset    n,PCR   1xx01101   5  2   [n,PCR]   1xx11101   8  2
extended indirect   -       -          -  -   [n]       10011111   5  2
"""

# What an instruction reads and writes, and where execution continues.  M is the operand: in memory,
# or after `#`.  CC is written where the flag columns of CARD are not all dots.  What the post-byte
# names (index registers, the registers of TFR, EXG, PSH and PUL) comes in addition: see `effect`.
EFFECT_CARD = """\
# instructions                                    reads                writes               then
ABX                                               B X                  X                    -
ADCA SBCA                                         A CC M               A                    -
ADCB SBCB                                         B CC M               B                    -
ADDA ANDA EORA ORA SUBA                           A M                  A                    -
ADDB ANDB EORB ORB SUBB                           B M                  B                    -
ADDD SUBD                                         A B M                A B                  -
ANDCC ORCC                                        CC M                 CC                   -
ASL ASR CLR COM DEC INC LSR NEG                   M                    M                    -
ROL ROR                                           CC M                 M                    -
ASLA ASRA COMA DECA INCA LSRA NEGA                A                    A                    -
ASLB ASRB COMB DECB INCB LSRB NEGB                B                    B                    -
ROLA RORA                                         A CC                 A                    -
ROLB RORB                                         B CC                 B                    -
CLRA                                              -                    A                    -
CLRB                                              -                    B                    -
BITA CMPA                                         A M                  -                    -
BITB CMPB                                         B M                  -                    -
CMPD                                              A B M                -                    -
CMPX                                              X M                  -                    -
CMPY                                              Y M                  -                    -
CMPU                                              U M                  -                    -
CMPS                                              S M                  -                    -
TST                                               M                    -                    -
TSTA                                              A                    -                    -
TSTB                                              B                    -                    -
LDA                                               M                    A                    -
LDB                                               M                    B                    -
LDD                                               M                    A B                  -
LDX                                               M                    X                    -
LDY                                               M                    Y                    -
LDU                                               M                    U                    -
LDS                                               M                    S                    -
STA                                               A                    M                    -
STB                                               B                    M                    -
STD                                               A B                  M                    -
STX                                               X                    M                    -
STY                                               Y                    M                    -
STU                                               U                    M                    -
STS                                               S                    M                    -
LEAX                                              -                    X                    -
LEAY                                              -                    Y                    -
LEAU                                              -                    U                    -
LEAS                                              -                    S                    -
DAA                                               A CC                 A                    -
MUL                                               A B                  A B                  -
SEX                                               B                    A                    -
NOP BRN LBRN                                      -                    -                    -
TFR EXG                                           -                    -                    -
PSHS                                              S                    S M                  -
PSHU                                              U                    U M                  -
PULS                                              S M                  S                    -
PULU                                              U M                  U                    -
BCC BCS BEQ BGE BGT BHI BLE BLS BLT               CC                   PC                   branch
BMI BNE BPL BVC BVS                               CC                   PC                   branch
LBCC LBCS LBEQ LBGE LBGT LBHI LBLE LBLS LBLT      CC                   PC                   branch
LBMI LBNE LBPL LBVC LBVS                          CC                   PC                   branch
BRA LBRA JMP                                      -                    PC                   jump
BSR LBSR JSR                                      S                    S PC                 call
RTS                                               S                    S PC                 return
RTI                                           S                    A B X Y U S DP CC PC  return
CWAI                                              A B X Y U S DP CC M  S CC PC              wait
SWI SWI2 SWI3                                     A B X Y U S DP CC    S CC PC              wait
SYNC                                              -                    -                    wait
"""

BRANCH = "branch"
JUMP = "jump"
CALL = "call"
RETURN = "return"
WAIT = "wait"

# Spellings that name the same instruction as a row of the cards.
ALIASES: dict[str, str] = {
    "LSL": "ASL", "LSLA": "ASLA", "LSLB": "ASLB",
    "BHS": "BCC", "BLO": "BCS", "LBHS": "LBCC", "LBLO": "LBCS",
    "SWI1": "SWI",
}

# The nibble that names a register in the second byte of TFR and EXG.
TRANSFER_CODES: dict[str, int] = {
    "D": 0, "X": 1, "Y": 2, "U": 3, "S": 4, "PC": 5, "A": 8, "B": 9, "CC": 10, "DP": 11,
}

# The bits of the second byte of PSH and PUL, lowest bit first; bit 6 is the other stack pointer.
STACK_ORDER_S: tuple[str, ...] = ("CC", "A", "B", "DP", "X", "Y", "U", "PC")
STACK_ORDER_U: tuple[str, ...] = ("CC", "A", "B", "DP", "X", "Y", "S", "PC")
REGISTER_BYTES: dict[str, int] = {
    "CC": 1, "A": 1, "B": 1, "DP": 1, "D": 2, "X": 2, "Y": 2, "U": 2, "S": 2, "PC": 2,
}

INDEX_REGISTERS: tuple[str, ...] = ("X", "Y", "U", "S")


class Op(NamedTuple):
    """One documented opcode: an instruction in one addressing mode.

    page         0, or the prefix byte 0x10 or 0x11
    code         0..255, the byte after the prefix
    mnemonic     upper case, the card's spelling (see ALIASES)
    mode         one of the constants above, INHERENT to STACK
    cycles       E cycles, the smallest number the card allows
    cycles_plus  the card's "+": the post-byte or the list of registers adds to `cycles`
    cycles_most  the larger of two figures the card gives (5/6, 6/15), else equal to `cycles`
    size         bytes including the prefix; indexed: the post-byte is counted, its extra bytes not
    flags        five characters, the columns H N Z V C

    >>> op = BY_MNEMONIC["LDY"]["immediate16"]
    >>> op.opcode_bytes, op.size, op.cycles
    (b'\\x10\\x8e', 4, 4)
    """

    page: int
    code: int
    mnemonic: str
    mode: str
    cycles: int
    cycles_plus: bool
    cycles_most: int
    size: int
    flags: str

    @property
    def opcode_bytes(self) -> bytes:
        """The prefix, if any, and the code."""
        return bytes((self.page, self.code)) if self.page else bytes((self.code,))


class PostByte(NamedTuple):
    """One form of indexed addressing.

    form      what the card calls it
    syntax    as written, with R for the register and n for a number
    indirect  True for the bracketed form
    code      the post-byte with RR, n and x all zero
    cycles    E cycles to add to the instruction's own
    size      bytes that follow the post-byte

    >>> form, register = postbyte(0x84)
    >>> form.syntax, register
    (',R', 'X')
    """

    form: str
    syntax: str
    indirect: bool
    code: int
    cycles: int
    size: int


class Effect(NamedTuple):
    """What an instruction reads and writes: A B X Y U S DP CC PC, and M for the operand.

    then  BRANCH, JUMP, CALL, RETURN or WAIT (for an interrupt, or calls its routine); else empty

    >>> effect(BY_MNEMONIC["BSR"]["relative8"]).then
    'call'
    """

    reads: frozenset[str]
    writes: frozenset[str]
    then: str


class Erratum(NamedTuple):
    """A difference between real chips and the data sheet."""

    mnemonic: str
    card_says: str
    silicon: str
    witness: str


ERRATA: tuple[Erratum, ...] = (
    Erratum("SEX", "clears V", "leaves V as it was",
            "bus captures of real parts, hoglet67 6809Decoder"),
    Erratum("DAA", "leaves V undefined", "V = N xor C after the instruction; C is never cleared",
            "bus captures of real parts, hoglet67 6809Decoder"),
    Erratum("NEG ASL ASR SUB SBC CMP", "H undefined for the 8-bit forms", "H keeps its value",
            "bus captures of real parts, hoglet67 6809Decoder"),
)


def _op(mnemonic: str, mode: str, entry: str, flags: str) -> Op:
    """Make one record from a card entry such as `A9 4+ 2+` or `1024 5/6 4`."""
    code_text, cycles_text, size_text = entry.split()
    code = int(code_text, 16)
    least, _, most = cycles_text.strip(">=+").partition("/")
    return Op(page=code >> 8, code=code & 0xFF, mnemonic=mnemonic, mode=mode,
              cycles=int(least), cycles_plus=cycles_text.endswith("+"),
              cycles_most=int(most or least), size=int(size_text.strip("+")), flags=flags)


def _immediate_mode(mnemonic: str, entry: str) -> str:
    """Return the mode of an instruction in the card's first column, which has four modes."""
    if mnemonic in ("TFR", "EXG"):
        return REGISTER
    if mnemonic[:3] in ("PSH", "PUL"):
        return STACK
    code_text, _, size_text = entry.split()
    return IMMEDIATE16 if int(size_text) - len(code_text) // 2 == 2 else IMMEDIATE8


def _parse_card() -> tuple[Op, ...]:
    """Read CARD and BRANCH_CARD into records, ordered by page and code."""
    ops = []
    for line in CARD.splitlines()[1:]:
        mnemonic, *entries, flag_text = re.split(r"  +", line)
        flags = flag_text.replace(" ", "")
        modes = (_immediate_mode(mnemonic, entries[0]) if entries[0] != "-" else "",
                 DIRECT, INDEXED, EXTENDED, INHERENT)
        for mode, entry in zip(modes, entries, strict=True):
            if entry != "-":
                ops.append(_op(mnemonic, mode, entry, flags))
    for line in BRANCH_CARD.splitlines()[1:]:
        mnemonic, short, long = re.split(r"  +", line)
        ops.append(_op(mnemonic, RELATIVE8, short, "....."))
        ops.append(_op("L" + mnemonic, RELATIVE16, long, "....."))
    return tuple(sorted(ops, key=lambda op: (op.page, op.code)))


def _parse_postbytes() -> tuple[PostByte, ...]:
    """Read POSTBYTE_CARD into records, the direct form of each row before its indirect form."""
    forms = []
    for line in POSTBYTE_CARD.splitlines()[1:]:
        form, *columns = re.split(r"  +", line)
        for indirect in (False, True):
            syntax, pattern, cycles, size = columns[4:] if indirect else columns[:4]
            if syntax != "-":
                code = int(re.sub("[Rnx]", "0", pattern), 2)
                forms.append(PostByte(form, syntax, indirect, code, int(cycles), int(size)))
    return tuple(forms)


OPS: tuple[Op, ...] = _parse_card()
POSTBYTES: tuple[PostByte, ...] = _parse_postbytes()

BY_MNEMONIC: dict[str, dict[str, Op]] = {}
for _entry in OPS:
    BY_MNEMONIC.setdefault(_entry.mnemonic, {})[_entry.mode] = _entry
for _alias, _name in ALIASES.items():
    BY_MNEMONIC[_alias] = BY_MNEMONIC[_name]

BY_CODE: dict[tuple[int, int], Op] = {(op.page, op.code): op for op in OPS}

_POSTBYTE_BY_CODE = {form.code: form for form in POSTBYTES}


def postbyte(byte: int) -> tuple[PostByte, str] | None:
    """Look up a post-byte of indexed addressing.

    Args:    byte  0..255
    Returns: the form and the register (X, Y, U, S, or PC), or None where the card has no such form
    Source:  [MC6809E] figure 16

    >>> postbyte(0xA1)[0].syntax, postbyte(0xA1)[1]
    (',R++', 'Y')
    """
    register = INDEX_REGISTERS[byte >> 5 & 3]
    if byte < 0x80:
        return _FIVE_BIT, register
    form = _POSTBYTE_BY_CODE.get(byte if byte & 0x1F == 0x1F else byte & 0x9F)
    if form is None:
        return None
    return form, "PC" if form.syntax.endswith(("PCR", "PCR]")) else register


def effect(op: Op, post: int = 0) -> Effect:
    """Return what an instruction reads and writes, including the registers that its post-byte
    names.

    Args: post  the post-byte of the modes INDEXED, REGISTER and STACK

    >>> sorted(effect(BY_MNEMONIC["ABX"]["inherent"]).reads)
    ['B', 'X']
    """
    make = _EFFECT_OF_MODE.get(op.mode)
    if make is None:
        return EFFECTS[op.mnemonic]
    key = (op.page, op.code, post)
    found = _EFFECTS_MADE.get(key)
    if found is None:
        found = _EFFECTS_MADE[key] = make(op, post)
    return found


def _indexed_effect(op: Op, post: int) -> Effect:
    base = EFFECTS[op.mnemonic]
    found = postbyte(post)
    if found is None:
        return base
    form, register = found
    reads = {*base.reads, register} if "R" in form.syntax else set(base.reads)
    reads.update({"A": "A", "B": "B", "D": "AB"}.get(form.syntax.strip("[")[0], ""))
    steps = "+" in form.syntax or "-" in form.syntax
    return Effect(frozenset(reads), base.writes | {register} if steps else base.writes, base.then)


def _transfer_effect(op: Op, post: int) -> Effect:
    source, target = (_TRANSFERRED.get(code, frozenset()) for code in (post >> 4, post & 15))
    both = source | target
    reads, writes = (both, both) if op.mnemonic == "EXG" else (source, target)
    return Effect(reads, writes, JUMP if "PC" in writes else "")


def _stack_effect(op: Op, post: int) -> Effect:
    base = EFFECTS[op.mnemonic]
    order = STACK_ORDER_U if op.mnemonic[-1] == "U" else STACK_ORDER_S
    listed = frozenset(name for bit, name in enumerate(order) if post >> bit & 1)
    if op.mnemonic[:3] == "PSH":
        return Effect(base.reads | listed, base.writes, "")
    return Effect(base.reads, base.writes | listed, RETURN if "PC" in listed else "")


_EFFECT_OF_MODE = {INDEXED: _indexed_effect, REGISTER: _transfer_effect, STACK: _stack_effect}
_EFFECTS_MADE: dict[tuple[int, int, int], Effect] = {}


def _parse_effects() -> dict[str, Effect]:
    """Parse EFFECT_CARD; the flags in CARD show which instructions write CC."""
    flags = {op.mnemonic: op.flags for op in OPS}
    found = {}
    for line in EFFECT_CARD.splitlines()[1:]:
        names, reads, writes, then = re.split(r"  +", line)
        for name in names.split():
            written = frozenset(writes.split()) - {"-"}
            if flags[name] not in (".....", "rrrrr"):
                written |= {"CC"}
            found[name] = Effect(frozenset(reads.split()) - {"-"}, written, then.strip("-"))
    return found


EFFECTS: dict[str, Effect] = _parse_effects()
for _alias, _name in ALIASES.items():
    EFFECTS[_alias] = EFFECTS[_name]

_TRANSFERRED = {code: frozenset("AB" if name == "D" else (name,))
                for name, code in TRANSFER_CODES.items()}
_FIVE_BIT = next(form for form in POSTBYTES if form.form == "5-bit offset")
