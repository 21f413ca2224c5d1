"""Facts about a program before it runs: its instructions, its routines, and what the routines need.

The facts of an instruction are one number with the bits F_...: what the strict machine needs to
follow the stack and the registers.  Routines come from the contract blocks of the program and of
the executive ROM.
"""

import itertools
from collections.abc import Iterable, Mapping

import numpy as np

from asm.cpu import isa
from asm.cpu.decoding import Decoded, decode
from asm.output.contracts import Contract
from asm.output.debuginfo import DebugInfo

from ..chips import decode as words
from ..compiling.jit import inner, integers

(F_KNOWN, F_CALL, F_RETURN, F_PUSH, F_PULL, F_S_RELATIVE, F_MODIFY, F_BRANCH, F_SETS_S,
 F_UNDOCUMENTED, F_MISFIT, F_LIST_PUSH, F_NAMED, F_LOADS, F_READS_CODE,
 F_POINTS, F_UNREAD) = integers(*(1 << bit for bit in range(17)))
F_RTI, F_CHECKED = integers(1 << 19, 1 << 20)
F_CWAI, F_SIGNED = integers(1 << 46, 1 << 47)
# First bits of wider fields: the software interrupt (1 to 3, 0 = another instruction); registers
# read and registers written (R_...); bytes of the instruction.
F_SOFTWARE, F_READS, F_WRITES, F_SIZE = integers(17, 21, 26, 31)
# Flags N Z V C, as bits of CC: read by the instruction, and written.
F_FLAGS_READ, F_FLAGS_WRITTEN = integers(34, 38)
(F_ALONE,) = integers(42)       # first bit of the post-byte of PSHS A and PSHS B, 0 = another
FLAG_BITS = {"N": 8, "Z": 4, "V": 2, "C": 1}
ALL_FLAGS = 15
ALONE_A, ALONE_B = integers(2, 4)       # post-bytes of PSHS A and PSHS B
TESTED = {"EQ": "Z", "NE": "Z", "CC": "C", "CS": "C", "HS": "C", "LO": "C", "MI": "N", "PL": "N",
          "VC": "V", "VS": "V", "HI": "CZ", "LS": "CZ", "GE": "NV", "LT": "NV", "GT": "NVZ",
          "LE": "NVZ"}      # by branches
USE_CARRY = ("ADC", "SBC", "ROL", "ROR", "DAA")
SOFTWARE = {"SWI": 1, "SWI2": 2, "SWI3": 3}
SAVERS = ("PSHS", "PSHU", "CWAI", *SOFTWARE)        # save registers without using their values
R_A, R_B, R_X, R_Y, R_U = 1, 2, 4, 8, 16
REGISTER_BITS = {"A": R_A, "B": R_B, "X": R_X, "Y": R_Y, "U": R_U}
NO_PAGE = -1
PLACES = 1 << 17        # addresses of two banks
ROUTINES_MAX = 4096
S_BASE = 3              # bits 5 and 6 of an indexed post-byte: S
# Opcodes whose operand may be an instruction of its own, which they skip.
SKIPPERS = (0x21, 0x8C, 0x86, 0xC6, 0x81, 0xC1, 0x85, 0xC5, 0x10, 0xCC)
COUNTED = ("NOP", *SOFTWARE)
TEXT_LEAST, TEXT_LONGEST, TEXT_SEARCHED = 2, 129, 512       # characters
# Routines of the executive ROM that entries.py checks, by address [BIOS].
(TEXT, STICKS, BUTTONS, BUTTONS_MASKED, SEND, TUNE, TUNE_STARTS, SCORE, SHIPS, PATTERN, CLEAR,
 BUILT_IN) = integers(*range(1, 13))
CHECKED = {
    0xF498: TEXT,           # Print_MRast, where all texts arrive
    0xF1F8: STICKS,         # Joy_Digital, into which Joy_Analog runs
    0xF1BA: BUTTONS, 0xF1B4: BUTTONS_MASKED, 0xF289: SEND, 0xF28C: SEND, 0xF687: TUNE,
    0xF68D: TUNE_STARTS, 0xF690: TUNE_STARTS, 0xF692: TUNE_STARTS, 0xF87C: SCORE,
    0xF393: SHIPS, 0xF434: PATTERN, 0xF437: PATTERN, 0xF439: PATTERN, 0xF548: CLEAR,
    **dict.fromkeys((0xEAF0, 0xEAB4, 0xEACF, 0xEB0D, 0xE8E3, 0xED07), BUILT_IN)}


def mask_of(names: Iterable[str]) -> int:
    """Return the bits of registers by name; D means A and B, and other names are ignored."""
    mask = 0
    for name in names:
        mask |= R_A | R_B if name == "D" else REGISTER_BITS.get(name, 0)
    return mask


def facts_of(data: bytes, address: int, debug: DebugInfo) -> int:
    """Return the facts of the instruction at the start of `data`.

    Args: debug  debug information of the program that contains the address
    """
    found = decode(data, 0, address)
    if found is None:
        if address in debug.names and debug.row_at(address):    # a table, which has a label
            return int(F_KNOWN | F_MISFIT)
        return int(F_KNOWN) | _undocumented(data)
    effect, name = found.effect, found.op.mnemonic
    facts = int(F_KNOWN)
    if effect.then == isa.CALL:
        facts |= int(F_CALL)
    elif effect.then == isa.RETURN:
        facts |= int({"RTI": F_PULL | F_RTI, "PULU": F_PULL | F_BRANCH}.get(name, F_RETURN))
    elif effect.then in (isa.JUMP, isa.BRANCH):
        facts |= int(F_BRANCH)
    if name == "PSHS":
        facts |= int(F_PUSH | F_LIST_PUSH)
        if found.post in (ALONE_A, ALONE_B):
            facts |= found.post << int(F_ALONE)
    elif name == "PULS":
        facts |= int(F_PULL)
    elif name == "CWAI":
        facts |= int(F_PUSH | F_CWAI)
    elif name in SOFTWARE:
        facts |= int(F_PUSH) | SOFTWARE[name] << int(F_SOFTWARE)
    elif "S" in effect.writes and effect.then not in (isa.CALL, isa.RETURN):
        facts |= int(F_SETS_S)
    if found.op.mode == isa.INDEXED and found.post >> 5 & 3 == S_BASE:
        facts |= int(F_S_RELATIVE)
    if ("M" in effect.reads and "M" in effect.writes) or name == "CLR":
        facts |= int(F_MODIFY)
    if found.op.mode in (isa.DIRECT, isa.EXTENDED):
        facts |= int(F_NAMED)
    if name[:2] == "LD" and "S" not in effect.writes:
        facts |= int(F_LOADS)
    if found.op.mode == isa.IMMEDIATE16 and name in ("LDX", "LDY", "LDU"):
        facts |= int(F_POINTS)
    if name not in SAVERS:
        facts |= mask_of(effect.reads) << int(F_READS)
    facts |= mask_of(effect.writes) << int(F_WRITES) | found.size << int(F_SIZE)
    if not fits(found, data, address, debug):
        facts |= int(F_MISFIT)
    tested = TESTED.get(name[-2:], "") if effect.then == isa.BRANCH \
        else "C" if name.startswith(USE_CARRY) else ""
    facts |= sum(FLAG_BITS[flag] for flag in tested) << int(F_FLAGS_READ)
    if "CC" in effect.writes:
        facts |= (flags_written(found.op.flags) or ALL_FLAGS) << int(F_FLAGS_WRITTEN)
    return facts


def flags_written(marks: str) -> int:
    """Return the flags N Z V C that an instruction writes.

    Args: marks  of the programming card, for H N Z V C: `.` is a flag that stays
    """
    return sum(bit for bit, mark in zip((8, 4, 2, 1), marks[1:], strict=True) if mark != ".")


def _undocumented(data: bytes) -> int:
    """Return F_UNDOCUMENTED if the manual does not list the opcode of these bytes, else 0.

    A post-byte with unused bits set is harmless: the instruction does the same.
    """
    page = data[0] if data[0] in (0x10, 0x11) else 0
    known = isa.BY_CODE.get((page, data[1] if page else data[0]))
    with_post = known is not None and known.mode in (isa.REGISTER, isa.STACK, isa.INDEXED)
    return 0 if with_post else int(F_UNDOCUMENTED)


def fits(found: Decoded, data: bytes, address: int, debug: DebugInfo) -> bool:
    """Return whether the source has an instruction at this address; True if no source line is
    known."""
    row = debug.row_at(address)
    if row is None:
        return True
    if row.address == address and row.size == found.size:
        return True
    behind = address > row.address and row.size == 1
    skips = row.address == address and row.size == 1 and data[0] in SKIPPERS
    return skips or behind or found.op.mnemonic in COUNTED \
        or (bool(row.calls) and row.size > found.size)


@inner
def code_of(first: int, second: int, third: int) -> int:
    """Return the bytes of an instruction that determine its facts, without numbers and
    addresses."""
    code, post = first, second
    index = first
    if first == 0x10 or first == 0x11:
        code, post = first << 8 | second, third
        index = second + (256 if first == 0x10 else 512)
    word = words.WORD[index]
    action = word >> words.ACTION & 63
    if word >> words.MODE & 15 == words.INDEXED or action == words.PSH or action == words.PUL \
            or action == words.TFR or action == words.EXG:
        return code << 8 | post
    return code << 8


class Routines:
    """Facts about the routines that have contract blocks, at most ROUTINES_MAX.

    of      int64[places]: number of the routine that begins there, 0 = none
    page    int64[n]: required value of DP, NO_PAGE = any
    trash   int64[n]: registers (bits R_...) whose value is undefined afterwards
    keeps   int64[n]: registers that its block keeps
    loose   int64[n]: flags N Z V C whose value is undefined afterwards
    names   list[str]
    """

    def __init__(self, contracts: Mapping[int, Contract]) -> None:
        self.of = np.zeros(PLACES, np.int64)
        self.names = [""]
        page, trash, keeps, loose = [NO_PAGE], [0], [0], [0]
        for place, contract in itertools.islice(contracts.items(), ROUTINES_MAX - 1):
            self.of[place] = len(self.names)
            self.names.append(contract.name)
            page.append(NO_PAGE if contract.page is None else contract.page)
            given = contract.outputs
            trash.append(mask_of(contract.changes) & ~mask_of(given))
            keeps.append(mask_of(contract.keeps) & ~mask_of(contract.changes | given))
            loose.append(sum(FLAG_BITS.values()) - sum(FLAG_BITS.get(flag, 0)
                                                       for flag in contract.defined_flags)
                         if "CC" in contract.changes else 0)
        self.page, self.trash, self.keeps, self.loose = (
            np.array(column, np.int64) for column in (page, trash, keeps, loose))
