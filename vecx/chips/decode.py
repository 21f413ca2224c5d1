"""Decode tables of the MC6809: bit fields for each opcode, which the CPU's loop reads.

Built from the programming card (`asm/cpu/isa.py`) for the 268 documented codes, and from
UNDOCUMENTED for the behaviour of silicon with the others.  The card's cycle column is not used:
cycles come out of the bus accesses and dead cycles that the loop makes, and a test compares the
two.

An opcode has a word of bit fields in WORD, indexed page * 256 + code; pages are 0 none, 1 prefix
10, 2 prefix 11, 3 pseudo-opcodes for actions without a fetch (interrupt entry, leaving CWAI).  Each
field begins at the bit that its name has below:

    MODE    how the operand is found               ACCESS     read access to it
    LEAD    cycles until then                      DEAD       dead cycles after that
    ACTION  the operation                          RESULT     destination of the result
    REG     the register operand, or the condition of a branch
    FORM    the number of a usual combination of ACTION and MODE, for usual.py; else 0

The CPU adds the fetched bytes, and caches the word where the bytes cannot change:

    OPERAND  immediate value, address, target of a branch, low byte of a direct address, or offset
    POSTBYTE of an indexed address                 LENGTH     in bytes, which are cycles of LEAD too

Registers carry the numbers of the TFR post-byte.
Sources: [MC6809E]; undocumented codes [CPU], tests/reference/cpu/undocumented_*.
"""

import numpy as np

from asm.cpu import isa

from ..compiling.jit import integers, table

D, X, Y, U, S, PC, A, B, CC, DP = integers(0, 1, 2, 3, 4, 5, 8, 9, 10, 11)
NO_REGISTER = 15

# MODE
(INHERENT, IMMEDIATE8, IMMEDIATE16, DIRECT, EXTENDED, INDEXED, RELATIVE8, RELATIVE16,
 PREFIX) = range(9)
# ACCESS
READ_NONE, READ_REGISTER, READ8, READ16 = range(4)
# RESULT: a register's number, or one of these
TO_MEMORY8, TO_NOTHING = 16, 15

ACTIONS = """
    LD8 LD16 ADD8 ADC SUB8 SBC AND BIT8 OR EOR ADD16 SUB16 CMP8 CMP16 ST8 ST16
    NEG COM LSR ROR ASR ASL ROL DEC INC TST CLR
    LEA LEAZ JMP JSR BRANCH LBRANCH RTS RTI ABX MUL SEX DAA NOP
    ANDCC ORCC TFR EXG PSH PUL ENTER CWAI SYNC WAKE
    XNC XDEC XCLR X18 XDROP XSTORE XADD HALT
""".split()

(LD8, LD16, ADD8, ADC, SUB8, SBC, AND, BIT8, OR, EOR, ADD16, SUB16, CMP8, CMP16, ST8, ST16,
 NEG, COM, LSR, ROR, ASR, ASL, ROL, DEC, INC, TST, CLR,
 LEA, LEAZ, JMP, JSR, BRANCH, LBRANCH, RTS, RTI, ABX, MUL, SEX, DAA, NOP,
 ANDCC, ORCC, TFR, EXG, PSH, PUL, ENTER, CWAI, SYNC, WAKE,
 XNC, XDEC, XCLR, X18, XDROP, XSTORE, XADD, HALT) = range(len(ACTIONS))

# Interrupts and software interrupts: vector, E, masks set.  Their opcodes and
# pseudo-opcodes name the row in REG.
(ENTRY_SWI, ENTRY_SWI2, ENTRY_SWI3, ENTRY_NMI, ENTRY_FIRQ, ENTRY_IRQ, ENTRY_XRES,
 ENTRY_XFIRQ) = range(8)
VECTOR = (0xFFFA, 0xFFF4, 0xFFF2, 0xFFFC, 0xFFF6, 0xFFF8, 0xFFFE, 0xFFF6)
SETS_E = (0x80, 0x80, 0x80, 0x80, 0, 0x80, 0, 0x80)
MASKS = (0x50, 0, 0, 0x50, 0x50, 0x10, 0x50, 0x50)

PSEUDO = 3 * 256            # page 3: ENTRY_* taken from the running state
PSEUDO_WAKE = PSEUDO + 16   # page 3: ENTRY_* taken out of CWAI, where all is already stacked

_REGISTER_OF = {"A": A, "B": B, "D": D, "X": X, "Y": Y, "U": U, "S": S}
_MODE = {isa.INHERENT: INHERENT, isa.IMMEDIATE8: IMMEDIATE8, isa.IMMEDIATE16: IMMEDIATE16,
         isa.DIRECT: DIRECT, isa.EXTENDED: EXTENDED, isa.INDEXED: INDEXED,
         isa.RELATIVE8: RELATIVE8, isa.RELATIVE16: RELATIVE16, isa.REGISTER: IMMEDIATE8,
         isa.STACK: IMMEDIATE8}
_UNARY = {"NEG": NEG, "COM": COM, "LSR": LSR, "ROR": ROR, "ASR": ASR, "ASL": ASL, "ROL": ROL,
          "DEC": DEC, "INC": INC, "TST": TST, "CLR": CLR, "XNC": XNC, "XDEC": XDEC, "XCLR": XCLR}
_BINARY8 = {"ADD": ADD8, "ADC": ADC, "SUB": SUB8, "SBC": SBC, "AND": AND, "OR": OR, "EOR": EOR,
            "CMP": CMP8, "BIT": BIT8, "LD": LD8, "ST": ST8}
_BINARY16 = {"ADD": ADD16, "SUB": SUB16, "CMP": CMP16, "LD": LD16, "ST": ST16}
# mnemonic: action, register, dead cycles, result
_SPECIAL = {
    "NOP": (NOP, NO_REGISTER, 1, TO_NOTHING), "SYNC": (SYNC, NO_REGISTER, 1, TO_NOTHING),
    "DAA": (DAA, A, 1, A), "SEX": (SEX, D, 1, D), "ABX": (ABX, X, 2, X), "MUL": (MUL, D, 10, D),
    "RTS": (RTS, NO_REGISTER, 1, TO_NOTHING), "RTI": (RTI, NO_REGISTER, 1, TO_NOTHING),
    "ORCC": (ORCC, CC, 1, TO_NOTHING), "ANDCC": (ANDCC, CC, 1, TO_NOTHING),
    "ANDCC4": (ANDCC, CC, 2, TO_NOTHING),
    "CWAI": (CWAI, S, 2, TO_NOTHING),
    "TFR": (TFR, NO_REGISTER, 4, TO_NOTHING), "EXG": (EXG, NO_REGISTER, 6, TO_NOTHING),
    "PSHS": (PSH, S, 3, TO_NOTHING), "PSHU": (PSH, U, 3, TO_NOTHING),
    "PULS": (PUL, S, 2, TO_NOTHING), "PULU": (PUL, U, 2, TO_NOTHING),
    "LEAX": (LEAZ, X, 1, X), "LEAY": (LEAZ, Y, 1, Y), "LEAS": (LEA, S, 1, S),
    "LEAU": (LEA, U, 1, U), "JMP": (JMP, NO_REGISTER, 0, TO_NOTHING),
    "JSR": (JSR, S, 2, TO_NOTHING), "BSR": (JSR, S, 2, TO_NOTHING),
    "LBSR": (JSR, S, 3, TO_NOTHING), "LBRA": (JMP, NO_REGISTER, 1, TO_NOTHING),
    "SWI": (ENTER, ENTRY_SWI, 2, TO_NOTHING), "SWI2": (ENTER, ENTRY_SWI2, 2, TO_NOTHING),
    "SWI3": (ENTER, ENTRY_SWI3, 2, TO_NOTHING), "XRES": (ENTER, ENTRY_XRES, 2, TO_NOTHING),
    "XFIRQ": (ENTER, ENTRY_XFIRQ, 2, TO_NOTHING), "X18": (X18, CC, 0, TO_NOTHING),
    "XDROP": (XDROP, NO_REGISTER, 0, TO_NOTHING), "HALT": (HALT, NO_REGISTER, 1, TO_NOTHING),
}

# Behaviour of silicon for codes the card leaves free: prefixed code (hex), mnemonic, mode.  XDROP
# reads an immediate and drops it; XST stores the low byte over its own second operand byte; XADD
# sets the flags of an addition and drops the result.  14, 15 and CD halt until RESET.
UNDOCUMENTED = """
    01 NEG direct     41 NEGA inherent   51 NEGB inherent   61 NEG indexed    71 NEG extended
    02 XNC direct     42 XNCA inherent   52 XNCB inherent   62 XNC indexed    72 XNC extended
    05 LSR direct     45 LSRA inherent   55 LSRB inherent   65 LSR indexed    75 LSR extended
    0B XDEC direct    4B XDECA inherent  5B XDECB inherent  6B XDEC indexed   7B XDEC extended
    4E XCLRA inherent 5E XCLRB inherent  1B NOP inherent    38 ANDCC4 immediate8
    18 X18 inherent   3E XRES inherent   14 HALT inherent   15 HALT inherent  CD HALT inherent
    87 XDROP immediate8                  C7 XDROP immediate8
    8F XSTX immediate16                  CF XSTU immediate16
    108F XSTY immediate16                10CF XSTS immediate16
    1020 LBRA relative16                 103E SWI2 inherent 113E XFIRQ inherent
    10C3 XADDD immediate16  10D3 XADDD direct  10E3 XADDD indexed  10F3 XADDD extended
    11C3 XADDU immediate16  11D3 XADDU direct  11E3 XADDU indexed  11F3 XADDU extended
""".split()


def columns_of(mnemonic: str, mode: str) -> tuple[int, int, int, int, int, int]:
    """Return MODE ACTION REG ACCESS DEAD RESULT of an instruction in an addressing mode."""
    how = _MODE[mode]
    immediate = how in (IMMEDIATE8, IMMEDIATE16)
    if mnemonic in _SPECIAL:
        action, register, dead, result = _SPECIAL[mnemonic]
        return how, action, register, READ_NONE, dead, result
    if mode == isa.RELATIVE8:
        return how, BRANCH, NO_REGISTER, READ_NONE, 0, TO_NOTHING
    if mode == isa.RELATIVE16:
        return how, LBRANCH, NO_REGISTER, READ_NONE, 0, TO_NOTHING
    if mnemonic in _UNARY:
        test = mnemonic == "TST"
        return how, _UNARY[mnemonic], NO_REGISTER, READ8, 2 if test else 1, \
            TO_NOTHING if test else TO_MEMORY8
    if mode == isa.INHERENT:
        register = _REGISTER_OF[mnemonic[-1]]
        result = TO_NOTHING if mnemonic[:-1] == "TST" else register
        return how, _UNARY[mnemonic[:-1]], register, READ_REGISTER, 1, result
    if mnemonic.startswith("XADD") or (mnemonic.startswith("XST") and immediate):
        adds = mnemonic.startswith("XADD")
        register = _REGISTER_OF[mnemonic[-1]]
        access = READ_NONE if immediate else READ16
        return how, XADD if adds else XSTORE, register, access, int(adds), TO_NOTHING
    stem, register = mnemonic[:-1], _REGISTER_OF[mnemonic[-1]]
    wide = register not in (A, B)
    action = (_BINARY16 if wide else _BINARY8)[stem]
    if stem == "ST":
        return how, action, register, READ_NONE, 0, TO_NOTHING
    access = READ_NONE if immediate else READ16 if wide else READ8
    result = TO_NOTHING if stem in ("CMP", "BIT") else register
    return how, action, register, access, int(wide and stem != "LD"), result


def _build() -> np.ndarray:
    """Fill MODE ACTION REG ACCESS DEAD RESULT for the three pages and the pseudo-opcodes."""
    table = np.zeros((4 * 256, 6), np.int64)
    known = set()
    for op in isa.OPS:
        page = {0: 0, 0x10: 1, 0x11: 2}[op.page]
        table[page << 8 | op.code] = columns_of(op.mnemonic, op.mode)
        known.add((page, op.code))
    for code, mnemonic, mode in zip(*[iter(UNDOCUMENTED)] * 3, strict=True):
        value = int(code, 16)
        page = {0: 0, 0x10: 1, 0x11: 2}[value >> 8]
        table[page << 8 | value & 0xFF] = columns_of(mnemonic, mode)
        known.add((page, value & 0xFF))
    for prefix in (0x10, 0x11):
        table[prefix] = (PREFIX, NOP, NO_REGISTER, READ_NONE, 0, TO_NOTHING)
        known.add((0, prefix))
    for page in (1, 2):
        for code in range(256):
            if (page, code) not in known:
                table[page << 8 | code] = table[code]
    for entry in (ENTRY_NMI, ENTRY_FIRQ, ENTRY_IRQ):
        table[PSEUDO + entry] = (INHERENT, ENTER, entry, READ_NONE, 3, TO_NOTHING)
        table[PSEUDO_WAKE + entry] = (INHERENT, WAKE, entry, READ_NONE, 0, TO_NOTHING)
    return table


def _build_postbytes() -> np.ndarray:
    """Fill, for each post-byte: base register, offset kind, dead cycles, step, indirect."""
    table = np.zeros((256, 5), np.int64)
    for byte in range(256):
        register = (X, Y, U, S)[byte >> 5 & 3]
        if byte < 0x80:
            table[byte] = (register, OFFSET5, 2, 0, 0)
            continue
        low, indirect = byte & 0x0F, byte >> 4 & 1
        if low in _AUTO:
            step = _AUTO[low]
            table[byte] = (register, PRE if step < 0 else POST, 2 + abs(step), step, indirect)
        elif low == 0x0F:
            # [n] is 9F; silicon decodes any xF like it, without indirection if bit 4 is clear.
            table[byte] = (NO_REGISTER, OFFSET16, 1, 0, indirect)
        else:
            kind, dead = _FORM[low]
            base = PC if low in (0x0C, 0x0D) else NO_REGISTER if low == 0x0E else register
            table[byte] = (base, kind, dead, 0, indirect)
    return table


# Offset kinds of an indexed post-byte.
OFFSET0, OFFSET5, OFFSET8, OFFSET16, OFFSET_A, OFFSET_B, OFFSET_D, POST, PRE, OFFSET_XA, \
    OFFSET_XE = range(11)
_AUTO = {0: 1, 1: 2, 2: -1, 3: -2}
_FORM = {4: (OFFSET0, 1), 5: (OFFSET_B, 2), 6: (OFFSET_A, 2), 7: (OFFSET_A, 2), 8: (OFFSET8, 1),
         9: (OFFSET16, 3), 0xA: (OFFSET_XA, 5), 0xB: (OFFSET_D, 5), 0xC: (OFFSET8, 1),
         0xD: (OFFSET16, 4), 0xE: (OFFSET_XE, 6)}

OPERAND, POSTBYTE, LENGTH, LEAD, MODE, ACTION, REG, ACCESS, RESULT, DEAD, FORM = \
    0, 16, 24, 27, 32, 36, 42, 46, 48, 53, 58
LENGTH_MAX = 7

# The usual combinations of ACTION and MODE, and their numbers from 1.
FORMS = ((BRANCH, RELATIVE8), (NOP, INHERENT), (LD8, IMMEDIATE8), (LD16, IMMEDIATE16),
         (LD8, EXTENDED), (LD8, INDEXED), (LD16, INDEXED), (ST8, DIRECT), (ST16, DIRECT),
         (BIT8, DIRECT), (CLR, DIRECT), (DEC, INHERENT))
(BRANCH_SHORT, NOP_INHERENT, LD8_IMMEDIATE, LD16_IMMEDIATE,
 LD8_EXTENDED, LD8_INDEXED, LD16_INDEXED, ST8_DIRECT, ST16_DIRECT,
 BIT8_DIRECT, CLR_DIRECT, DEC_INHERENT) = range(1, len(FORMS) + 1)
_WAITS = {DIRECT: 1, EXTENDED: 1, RELATIVE8: 1, RELATIVE16: 1}


def _words() -> list[int]:
    """Pack the columns of each opcode into its word; DEAD becomes part of LEAD if there is no
    read."""
    words = []
    for index, (mode, action, register, access, dead, result) in enumerate(_build().tolist()):
        lead = _WAITS.get(mode, 0)
        if mode != INDEXED and access in (READ_NONE, READ_REGISTER):
            lead, dead = lead + dead, 0
        if action in (BRANCH, LBRANCH):
            register = index & 15
        form = FORMS.index((action, mode)) + 1 if (action, mode) in FORMS else 0
        words.append(lead << LEAD | mode << MODE | action << ACTION | register << REG
                     | access << ACCESS | result << RESULT | dead << DEAD | form << FORM)
    return words


WORD = table(_words())

# A post-byte's word.
PB_BASE, PB_KIND, PB_STEP, PB_INDIRECT, PB_DEAD = 0, 4, 8, 10, 11
POSTBYTES = table([base << PB_BASE | kind << PB_KIND | abs(step) << PB_STEP
                   | indirect << PB_INDIRECT | dead << PB_DEAD
                   for base, kind, dead, step, indirect in _build_postbytes().tolist()])
