"""What the MC6809's instructions do to registers and flags, for the accuracy cartridge cpu-flags.

A model after the definitions in the manufacturer's programming manual [MC6809E], independent of
vecx/chips.  It computes the checksums that the cartridge compares; tests/roms/test_accuracy.py runs
the cartridge on the machine, so that the two statements check each other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

C, V, Z, N, H = 1, 2, 4, 8, 32
ALL = 0xFF
EDGES = (0x00, 0x01, 0x0F, 0x10, 0x55, 0x7F, 0x80, 0x81, 0x99, 0xF0, 0xFF)
CONDITIONS = (0x50, 0x7F)
PAGE = 0xCA
CELL = 0xCA60


@dataclass
class State:
    """Registers, and the word of memory that instructions use; `stack` is S or U."""

    cc: int
    dp: int = PAGE
    r: dict[str, int] = field(default_factory=dict)
    cell: list[int] = field(default_factory=list)

    def seen(self, mask: int) -> list[int]:
        """Return the bytes that are added to the checksum."""
        out = [self.cc & mask, self.r["A"], self.r["B"], self.dp]
        for name in ("X", "Y", "stack"):
            out += divmod(self.r[name], 256)
        return out + self.cell

    def flag(self, bit: int, on: bool | int) -> None:
        """Set or clear a flag."""
        self.cc = self.cc | bit if on else self.cc & ~bit

    def nz(self, value: int, bits: int = 8) -> int:
        """Set N and Z by a result; return it without higher bits."""
        value &= (1 << bits) - 1
        self.flag(N, value >> bits - 1)
        self.flag(Z, value == 0)
        return value


def add(s: State, a: int, b: int, carry: int = 0, bits: int = 8) -> int:
    """Add, with all flags; H only for bytes."""
    top = 1 << bits - 1
    total = a + b + carry
    s.flag(C, total >> bits)
    s.flag(V, (a ^ total) & (b ^ total) & top)
    if bits == 8:
        s.flag(H, (a & 15) + (b & 15) + carry > 15)
    return s.nz(total, bits)


def subtract(s: State, a: int, b: int, carry: int = 0, bits: int = 8) -> int:
    """Subtract, with N, Z, V and C."""
    total = a - b - carry
    s.flag(C, total < 0)
    s.flag(V, (a ^ b) & (a ^ total) & 1 << bits - 1)
    return s.nz(total, bits)


def logic(s: State, value: int, bits: int = 8) -> int:
    """Return a result that clears V and keeps C."""
    s.flag(V, 0)
    return s.nz(value, bits)


def _neg(s: State, v: int) -> int:
    return subtract(s, 0, v)


def _com(s: State, v: int) -> int:
    s.flag(C, 1)
    return logic(s, ~v)


def _lsr(s: State, v: int) -> int:
    s.flag(C, v & 1)
    return s.nz(v >> 1)


def _ror(s: State, v: int) -> int:
    carry = s.cc & C
    s.flag(C, v & 1)
    return s.nz(v >> 1 | carry << 7)


def _asr(s: State, v: int) -> int:
    s.flag(C, v & 1)
    return s.nz(v >> 1 | v & 0x80)


def _asl(s: State, v: int) -> int:
    s.flag(C, v >> 7)
    s.flag(V, (v ^ v << 1) & 0x80)
    return s.nz(v << 1)


def _rol(s: State, v: int) -> int:
    carry = s.cc & C
    s.flag(C, v >> 7)
    s.flag(V, (v ^ v << 1) & 0x80)
    return s.nz(v << 1 | carry)


def _dec(s: State, v: int) -> int:
    s.flag(V, v == 0x80)
    return s.nz(v - 1)


def _inc(s: State, v: int) -> int:
    s.flag(V, v == 0x7F)
    return s.nz(v + 1)


def _clr(s: State, _: int) -> int:
    s.flag(C, 0)
    return logic(s, 0)


Unary = Callable[[State, int], int]
UNARY: dict[str, Unary] = {"NEG": _neg, "COM": _com, "LSR": _lsr, "ROR": _ror, "ASR": _asr,
                           "ASL": _asl, "ROL": _rol, "DEC": _dec, "INC": _inc, "TST": logic,
                           "CLR": _clr}


def binary(s: State, name: str, a: int, m: int) -> int:
    """Return the accumulator after an instruction with two operands of 8 bits."""
    carry = s.cc & C
    if name in ("ADD", "ADC"):
        return add(s, a, m, carry if name == "ADC" else 0)
    if name in ("SUB", "SBC", "CMP"):
        out = subtract(s, a, m, carry if name == "SBC" else 0)
        return a if name == "CMP" else out
    if name == "BIT":
        logic(s, a & m)
        return a
    return logic(s, {"AND": a & m, "OR": a | m, "EOR": a ^ m, "LD": m}[name])


def words(s: State, name: str, register: str) -> None:
    """Execute an instruction with an operand of 16 bits in memory."""
    value = s.r["A"] << 8 | s.r["B"] if register == "D" else s.r[register]
    operand = s.cell[0] << 8 | s.cell[1]
    if name == "ST":
        s.cell = list(divmod(logic(s, value, 16), 256))
        return
    if name == "CMP":
        subtract(s, value, operand, 0, 16)
        return
    new = {"LD": lambda: logic(s, operand, 16), "ADD": lambda: add(s, value, operand, 0, 16),
           "SUB": lambda: subtract(s, value, operand, 0, 16)}[name]()
    if register == "D":
        s.r["A"], s.r["B"] = divmod(new, 256)
    else:
        s.r[register] = new


def daa(s: State) -> None:
    """Decimal adjust; V is not defined."""
    a, correction = s.r["A"], 0
    if s.cc & H or a & 15 > 9:
        correction = 6
    if s.cc & C or a > 0x99:
        correction += 0x60
    total = a + correction
    if total > 255:
        s.flag(C, 1)
    s.r["A"] = s.nz(total)


def special(s: State, name: str) -> None:
    """Execute an instruction that is like no other."""
    r = s.r
    if name == "MUL":
        product = r["A"] * r["B"]
        r["A"], r["B"] = divmod(product, 256)
        s.flag(Z, product == 0)
        s.flag(C, product & 0x80)
    elif name == "SEX":
        r["A"] = 0xFF if r["B"] & 0x80 else 0
        s.nz(r["A"] << 8 | r["B"], 16)
    elif name == "DAA":
        daa(s)
    elif name == "ABX":
        r["X"] = r["X"] + r["B"] & 0xFFFF
    elif name == "ANDCC #$D5":
        s.cc &= 0xD5
    elif name == "ORCC #$2A":
        s.cc |= 0x2A
    elif name == "EXG A,B":
        r["A"], r["B"] = r["B"], r["A"]
    elif name == "TFR A,B":
        r["B"] = r["A"]
    elif name == "EXG D,X":
        r["A"], r["B"], r["X"] = r["X"] >> 8, r["X"] & 255, r["A"] << 8 | r["B"]
    elif name == "TFR X,Y":
        r["Y"] = r["X"]
    elif name == "TFR A,DP":
        s.dp = r["A"]
    elif name == "LEAX D,Y":
        r["X"] = r["Y"] + (r["A"] << 8 | r["B"]) & 0xFFFF
        s.flag(Z, r["X"] == 0)
    elif name == "LEAY A,X":
        r["Y"] = r["X"] + (r["A"] ^ 0x80) - 0x80 & 0xFFFF
        s.flag(Z, r["Y"] == 0)
    elif name == "LEAS -1,X" or name == "LEAU -1,X":
        r["stack"] = r["X"] - 1 & 0xFFFF


SPECIAL = {"NOP": "12", "MUL": "3D", "SEX": "1D", "DAA": "19", "ABX": "3A", "ANDCC #$D5": "1CD5",
           "ORCC #$2A": "1A2A", "EXG A,B": "1E89", "TFR A,B": "1F89", "EXG D,X": "1E01",
           "TFR X,Y": "1F12", "TFR A,DP": "1F8B", "LEAX D,Y": "30AB", "LEAY A,X": "3186",
           "LEAS -1,X": "321F", "LEAU -1,X": "331F"}
BRANCHES: dict[str, Callable[[int], bool | int]] = {
    "RA": lambda f: 1, "RN": lambda f: 0,
    "HI": lambda f: not f & (C | Z), "LS": lambda f: f & (C | Z),
    "CC": lambda f: not f & C, "CS": lambda f: f & C,
    "NE": lambda f: not f & Z, "EQ": lambda f: f & Z,
    "VC": lambda f: not f & V, "VS": lambda f: f & V,
    "PL": lambda f: not f & N, "MI": lambda f: f & N,
    "GE": lambda f: (not f & N) == (not f & V), "LT": lambda f: (not f & N) != (not f & V),
    "GT": lambda f: not f & Z and (not f & N) == (not f & V),
    "LE": lambda f: f & Z or (not f & N) != (not f & V)}


def execute(s: State, name: str) -> None:
    """Execute an instruction: a name of SPECIAL, `NEGA`, `NEG M`, `ADDA M` or `LDX M`."""
    word = name.removesuffix(" M")
    if name in SPECIAL:
        special(s, name)
    elif word in UNARY:
        out = UNARY[word](s, s.cell[0])
        if word != "TST":
            s.cell[0] = out
    elif word[:-1] in UNARY and not name.endswith(" M"):
        out = UNARY[word[:-1]](s, s.r[word[-1]])
        if word[:-1] != "TST":
            s.r[word[-1]] = out
    elif word[-1] in "AB":
        value = s.r[word[-1]]
        if word[:-1] == "ST":
            s.cell[0] = logic(s, value)
        else:
            s.r[word[-1]] = binary(s, word[:-1], value, s.cell[0])
    else:
        words(s, word[:-1], "stack" if word[-1] in "SU" else word[-1])


def undefined(name: str) -> int:
    """Return the flags that the manual leaves undefined after an instruction."""
    word = name.removesuffix(" M")
    if word[:3] in ("NEG", "ASL", "ASR"):
        return H
    if word[:3] in ("SUB", "SBC", "CMP") and word[-1] in "AB":
        return H
    return V if word in ("DAA", "SEX") else 0


Change = Callable[[State, State], None]


def _carry_if(register: str) -> Change:
    """Return the change of an undocumented DEC: C is set unless the operand was 0."""
    def change(s: State, before: State) -> None:
        s.flag(C, before.cell[0] if register == "M" else before.r[register])
    return change


def _carry_kept(s: State, before: State) -> None:
    s.flag(C, before.cc & C)


def _wide(register: str, source: str) -> Change:
    """Return a transfer of 8 bits to a register of 16 bits: the high byte is $FF."""
    def change(s: State, before: State) -> None:
        s.r[register] = 0xFF00 | before.r[source]
    return change


def _low(register: str, source: str) -> Change:
    """Return a transfer of 16 bits to a register of 8 bits: the low byte."""
    def change(s: State, before: State) -> None:
        s.r[register] = before.r[source] & 0xFF
    return change


def _none(s: State, before: State) -> None:
    """The instruction is like the documented one."""


def _neg_or_com(s: State, before: State) -> None:
    """NEG where C is 0, COM where it is 1."""
    s.cc, s.cell, s.r = before.cc, list(before.cell), dict(before.r)
    execute(s, "COM M" if before.cc & C else "NEG M")


UNDOCUMENTED: tuple[tuple[str, str, str, Change], ...] = (
    *((code, f"{code}: {like}", like, _none) for code, like in (
        ("41", "NEGA"), ("51", "NEGB"), ("71CA60", "NEG M"), ("45", "LSRA"), ("55", "LSRB"),
        ("75CA60", "LSR M"), ("1B", "NOP"))),
    ("4B", "4B: DECA WITH CARRY", "DECA", _carry_if("A")),
    ("5B", "5B: DECB WITH CARRY", "DECB", _carry_if("B")),
    ("7BCA60", "7BXXXX: DEC M WITH CARRY", "DEC M", _carry_if("M")),
    ("4E", "4E: CLRA KEEPS C", "CLRA", _carry_kept),
    ("5E", "5E: CLRB KEEPS C", "CLRB", _carry_kept),
    ("72CA60", "72XXXX: NEG OR COM BY C", "NEG M", _neg_or_com),
    ("1F81", "TFR A,X: $FF AND A", "NOP", _wide("X", "A")),
    ("1F92", "TFR B,Y: $FF AND B", "NOP", _wide("Y", "B")),
    ("1F18", "TFR X,A: LOW BYTE", "NOP", _low("A", "X")),
    ("1F29", "TFR Y,B: LOW BYTE", "NOP", _low("B", "Y")),
    ("1043", "1043: COMA", "COMA", _none),
    ("114C", "114C: INCA", "INCA", _none),
    ("1010BECA60", "1010BE: LDY", "LDY M", _none))


def checksum(name: str, mask: int, more: Change = _none) -> int:
    """Return the checksum over all edge operands, with a change after the instruction."""
    total = 0
    for cc in CONDITIONS:
        for a in EDGES:
            for m in EDGES:
                s = State(cc, PAGE, {"A": a, "B": m, "X": m << 8 | a, "Y": a << 8 | a,
                                     "stack": a << 8 | m}, [m, a])
                before = State(s.cc, s.dp, dict(s.r), list(s.cell))
                execute(s, name)
                more(s, before)
                for byte in s.seen(mask):
                    total = ((total << 1 | total >> 15) & 0xFFFF) + byte & 0xFFFF
    return total


def branch_mask(condition: str) -> int:
    """Return for which of the 16 values of N, Z, V and C a branch is taken; bit 15 is for 0."""
    return sum(bool(BRANCHES[condition](flags)) << 15 - flags for flags in range(16))
