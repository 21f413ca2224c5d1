"""Instructions as bytes.

An instruction whose size is known when it is read is `Fixed`.  Every other one is an `Instruction`
with candidates, its encodings from the shortest to the longest.  `lda` of an address has
the direct and the extended one; an index offset can have 0, 5, 8 or 16 bits; a branch that may be
lengthened has the short and the long one.  Each pass moves an instruction on to the first candidate
that its operand fits, and never back, so the passes come to an end.

Candidates do not depend on the source, so each is created once.
"""

from __future__ import annotations

from functools import cache

from asm.assembler.pass_state import PAGE_BELOW, Run
from asm.assembler.settling import settled_value
from asm.cpu import isa
from asm.cpu.isa import Op
from asm.syntax.diagnostics import Edit, Fault, Hint, Note, Place
from asm.syntax.expr import Expr, Name, Number, UndefinedError, area_of
from asm.syntax.lexer import divide

_NOP = isa.BY_MNEMONIC["NOP"][isa.INHERENT].opcode_bytes
BYTES = [bytes((value,)) for value in range(256)]
INDEX_CODE = {"X": 0x00, "Y": 0x20, "U": 0x40, "S": 0x60, "PC": 0x00, "PCR": 0x00}


class Statement:
    """What a line adds to a program.

    A statement is frozen: lines with the same text share it, also those of different programs.
    Everything that the layout finds out about it is in the lists of the layout.

    size   number of bytes by which it moves the location counter; the least, if the layout decides
    data   its bytes, if they are known before the layout; else None
    """

    __slots__ = ()
    size: int = 0
    data: bytes | None = b""
    moves = False               # whether layout() has anything to do
    steers = False              # layout() also changes symbols or the state of the run
    here_at_start = False       # `*` is where it begins in every dialect

    def layout(self, run: Run) -> None:
        """Set the size of statement `run.index` from the values known in this pass, and update
        `run` if the statement affects later ones."""

    def encode(self, run: Run) -> bytes:
        """Return the bytes, when all values are final.  Errors: Fault, UndefinedError"""
        return self.data or b""


class Bytes(Statement):
    """Data whose bytes are known when it is read."""

    __slots__ = ("data", "size")
    data: bytes

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.size = len(data)


class Fixed(Bytes):
    """One or more instructions whose bytes are known when they are read."""

    __slots__ = ()


class Nops(Fixed):
    """NOP with a count; the bytes are computed on demand."""

    __slots__ = ()

    def __init__(self, count: int) -> None:
        self.data = None  # type: ignore[assignment]
        self.size = count

    def encode(self, run: Run) -> bytes:
        return _NOP * self.size


class EncodingCandidate:
    """One possible encoding of an instruction that contains a number.

    head  the bytes before the number
    size  number of bytes in all
    """

    __slots__ = ("head", "size")

    def __init__(self, head: bytes, operand_size: int) -> None:
        self.head = head
        self.size = len(head) + operand_size

    def fits(self, value: int, run: Run) -> bool:
        """Return whether this encoding can hold the value in the instruction at `run.pc`."""
        return True

    def encode(self, value: int, item: Instruction, run: Run) -> bytes:
        """Return the bytes; Fault if the number does not fit."""
        raise NotImplementedError


class Byte(EncodingCandidate):
    """An 8-bit immediate."""

    __slots__ = ()

    def encode(self, value: int, item: Instruction, run: Run) -> bytes:
        if not -128 <= value <= 255:
            if run.dialect.byte_range:
                raise Fault("E024", f"{value} does not fit in 8 bits", item.expr.start,
                            item.expr.end, hints=[limits_of(8)])
            warn_truncated(run, item.expr, value, 8)
        return self.head + BYTES[value & 0xFF]


class Word(EncodingCandidate):
    """A 16-bit immediate, or an address in the extended or extended indirect mode."""

    __slots__ = ()

    def encode(self, value: int, item: Instruction, run: Run) -> bytes:
        if not -32768 <= value <= 65535:
            warn_truncated(run, item.expr, value, 16)
        return self.head + (value & 0xFFFF).to_bytes(2, "big")


class Direct(EncodingCandidate):
    """An address in the direct page, chosen because DP is known."""

    __slots__ = ()

    def fits(self, value: int, run: Run) -> bool:
        return (value >> 8 & 0xFF == run.dp or run.dp == PAGE_BELOW) and run.direct_allowed

    def encode(self, value: int, item: Instruction, run: Run) -> bytes:
        return self.head + bytes((value & 0xFF,))


class ForcedDirect(EncodingCandidate):
    """An address in the direct page, because the source writes `<`."""

    __slots__ = ()

    def encode(self, value: int, item: Instruction, run: Run) -> bytes:
        page = value >> 8 & 0xFF
        if run.dp is None:
            if not -128 <= value <= 255:
                item.warn(run, "direct-page", "`<` selects direct addressing of "
                          f"${value & 0xFFFF:04X}, but no SETDP above sets the direct page",
                          hint=Hint(
                              f"write `setdp ${page:02X}` after the instruction that sets DP",
                              Edit(0, 0, f"                setdp   ${page:02X}\n")))
        elif page != run.dp and not (-128 <= value <= 255 and run.dp == 0):
            item.warn(run, "direct-page", "`<` selects direct addressing of "
                      f"${value & 0xFFFF:04X}, but DP is ${run.dp:02X}",
                      hint=Hint("remove `<`, or set DP first", _without_size(item, run)))
        return self.head + bytes((value & 0xFF,))


class Offset(EncodingCandidate):
    """A constant offset from an index register.

    least, most  the numbers that fit
    The 5-bit offset is part of the post-byte; 0 bits mean no offset.
    """

    __slots__ = ("bits", "least", "most")

    def __init__(self, head: bytes, bits: int) -> None:
        super().__init__(head, bits // 8)
        self.bits = bits
        self.most = (1 << bits >> 1) - 1 if bits else 0
        self.least = -self.most - 1 if bits else 0

    def fits(self, value: int, run: Run) -> bool:
        if self.bits == 0 and run.keep_zero_offset:
            return False
        if value > 0x7FFF and run.dialect.large_offset_is_long:
            return self.bits == 16
        return self.least <= signed16(value) <= self.most

    def encode(self, value: int, item: Instruction, run: Run) -> bytes:
        if not -32768 <= value <= 65535:
            warn_truncated(run, item.expr, value, 16)
        offset = signed16(value)
        if not self.least <= offset <= self.most and self.bits == 8 and run.dialect.offset_cut:
            warn_truncated(run, item.expr, value, 8)
        elif not self.least <= offset <= self.most:
            raise Fault("E024", f"offset {offset} does not fit in {self.bits} bits "
                        f"({self.least}..{self.most})", item.expr.start, item.expr.end,
                        hints=[Hint("remove `<`: the assembler finds the shortest form",
                                    _without_size(item, run))])
        if self.bits == 8:
            return self.head + BYTES[offset & 0xFF]
        if self.bits == 16:
            return self.head + (offset & 0xFFFF).to_bytes(2, "big")
        return self.head[:-1] + bytes((self.head[-1] | offset & 0x1F,))


class Relative(EncodingCandidate):
    """A distance from the next instruction: branches and `,pcr`.

    most  the longest distance for which 8 bits are chosen
    """

    __slots__ = ("bits", "most")

    def __init__(self, head: bytes, bits: int, most: int = 127) -> None:
        super().__init__(head, bits // 8)
        self.bits = bits
        self.most = most

    def fits(self, value: int, run: Run) -> bool:
        return self.bits == 16 or -128 <= signed16(value - run.pc - self.size) <= self.most

    def encode(self, value: int, item: Instruction, run: Run) -> bytes:
        if not -32768 <= value <= 65535:
            warn_truncated(run, item.expr, value, 16)
        distance = signed16(value - run.pc - self.size)
        if self.bits == 16:
            return self.head + (distance & 0xFFFF).to_bytes(2, "big")
        if not -128 <= distance <= 127:
            raise item.out_of_range(run, distance)
        return self.head + BYTES[distance & 0xFF]


Candidates = tuple[EncodingCandidate, ...]


class Instruction(Statement):
    """An instruction that contains a number, with its possible encodings, shortest first.

    forward_long  use the longest encoding for a symbol that is not known yet
    """

    __slots__ = ("candidates", "data", "expr", "forward_long", "name", "size")
    moves = True

    def __init__(self, name: str, expr: Expr, candidates: Candidates, forward_long: bool = False,
                 data: bytes | None = None) -> None:
        self.name = name
        self.expr = expr
        self.candidates = candidates
        self.forward_long = forward_long
        self.size = candidates[0].size
        self.data = data

    def layout(self, run: Run) -> None:
        candidates, last = self.candidates, len(self.candidates) - 1
        level = before = run.levels.get(run.index, 0)
        if level == last:
            return
        try:
            value = self.expr.value(run) if not (self.forward_long and run.settling) else \
                settled_value(self.expr, run)
        except UndefinedError:
            if self.forward_long or (run.dp is None and type(candidates[level]) is Direct):
                level = last
        except Fault:
            return
        else:
            while level < last and not candidates[level].fits(value, run):
                level += 1
        if level != before:
            run.levels[run.index] = level
            run.sizes[run.index] = candidates[level].size

    def encode(self, run: Run) -> bytes:
        index = run.index
        value = run.values[index] = self.expr.value(run)
        return self.candidates[run.levels.get(index, 0)].encode(value, self, run)

    def warn(self, run: Run, name: str, text: str, hint: str = "") -> None:
        """Warn about the operand."""
        run.report.warn(run.place, name, text, self.expr.start, self.expr.end,
                        hints=[hint] if hint else [])

    def out_of_range(self, run: Run, distance: int) -> Fault:
        """Return the fault for a short branch that does not reach."""
        expr = self.expr
        target = "the target"
        notes = []
        if isinstance(expr, Name):
            target = expr.name
            symbol = run.symbols.get(expr.names(run.scope)[0])
            if symbol is not None:
                notes.append(Note(f"`{expr.name}` is defined here, at ${symbol.value or 0:04X}",
                                  symbol.place, symbol.start, symbol.start + len(expr.name)))
        name = self.name.upper()
        excess = distance - 127 if distance > 0 else -128 - distance
        hint = Hint(f"use L{name}, which reaches everywhere, or assemble with --relax",
                    renamed(run.place, f"L{name}"))
        return Fault("E021", f"branch out of range: {target} is {distance} bytes away, {name} "
                     f"reaches -128..127 ({excess} too far)", expr.start, expr.end,
                     notes=notes, hints=[hint])


class LinkedOffset(Instruction):
    """An index offset or a distance that gets the longest form if only the linker knows it: an
    address as offset, or a distance to another area.  Else it gets the shortest."""

    __slots__ = ()

    def layout(self, run: Run) -> None:
        super().layout(run)
        last = len(self.candidates) - 1
        area = area_of(self.expr, run) if run.levels.get(run.index, 0) < last else ""
        if not area or (type(self.candidates[0]) is Relative and area in (".", run.segment)):
            return
        try:
            self.expr.value(run)
        except (UndefinedError, Fault):
            return
        run.levels[run.index] = last
        run.sizes[run.index] = self.candidates[last].size

    def encode(self, run: Run) -> bytes:
        late = run.late.intersection(self.expr.names(run.scope))
        if late:
            warn_late(run, self.expr, min(late), "choose another size for this offset")
        return super().encode(run)


class FixedSize(Instruction):
    """An instruction with one encoding: its size is known when it is read."""

    __slots__ = ()
    moves = False


def instruction_of(name: str, expr: Expr, candidates: Candidates,
                   forward_long: bool = False) -> Instruction:
    """Return the statement for an instruction whose operand contains a number."""
    if len(candidates) > 1:
        return Instruction(name, expr, candidates, forward_long)
    return FixedSize(name, expr, candidates)


def immediate_of(name: str, expr: Expr, candidates: Candidates) -> Instruction:
    """Return the statement for an instruction with an immediate; a number that fits is encoded."""
    data = None
    if type(expr) is Number:
        bits = 8 * (candidates[0].size - len(candidates[0].head))
        if -(1 << bits >> 1) <= expr.number < 1 << bits:
            data = candidates[0].head + (expr.number & (1 << bits) - 1).to_bytes(bits // 8, "big")
    return FixedSize(name, expr, candidates, data=data)


def signed16(value: int) -> int:
    """Return the low 16 bits of a number as a signed value."""
    return ((value & 0xFFFF) ^ 0x8000) - 0x8000


def warn_truncated(run: Run, expr: Expr, value: int, bits: int) -> None:
    """Warn that a value does not fit and only its low bits are used."""
    shown = value & (1 << bits) - 1
    run.report.warn(run.place, "value-truncated", f"{value} does not fit in {bits} bits and "
                    f"becomes ${shown:0{bits // 4}X}", expr.start, expr.end,
                    hints=[limits_of(bits)])


def warn_late(run: Run, expr: Expr, name: str, effect: str) -> None:
    """Warn about a symbol defined with symbols below it, which few passes do not get right."""
    run.report.warn(run.place, "late-symbol", f"`{name}` is defined with symbols below it: as6809 "
                    f"may {effect}", expr.start, expr.end,
                    hints=["define each symbol below the symbols that it needs"])


def renamed(place: Place, name: str) -> Edit:
    """Return the edit that replaces the operation of a line.  Args: name  in capitals"""
    _, operation, start, _ = divide(place.text)
    return Edit(start, start + len(operation), name.lower() if operation.islower() else name)


def _without_size(item: Instruction, run: Run) -> Edit:
    """Return the edit that removes the `<` before the operand of an instruction."""
    text = run.place.text
    at = text.rfind("<", 0, item.expr.start)
    return Edit(at - (text[at - 1] == "<"), at + 1, "")


def limits_of(bits: int) -> str:
    """Return a text with the range of values that fit."""
    return f"a value of {bits} bits must be {-(1 << bits >> 1)} to {(1 << bits) - 1}"


@cache
def immediate_candidates(op: Op) -> Candidates:
    """Return the encodings of an immediate; there is only one."""
    if op.mode == isa.IMMEDIATE16:
        return (Word(op.opcode_bytes, 2),)
    return (Byte(op.opcode_bytes, 1),)


@cache
def raw_branch_candidates(op: Op) -> Candidates:
    """Return the encodings of a branch whose number is the offset itself; there is only one."""
    if op.mode == isa.RELATIVE16:
        return (Word(op.opcode_bytes, 2),)
    return (Byte(op.opcode_bytes, 1),)


@cache
def address_candidates(direct: Op, extended: Op, prefix: str) -> Candidates:
    """Return the encodings of an address: direct and extended."""
    far = Word(extended.opcode_bytes, 2)
    if prefix == "<" or prefix == "<<":
        return (ForcedDirect(direct.opcode_bytes, 1),)
    if prefix == ">":
        return (far,)
    return (Direct(direct.opcode_bytes, 1), far)


@cache
def offset_candidates(op: Op, register: str, prefix: str, indirect: bool) -> Candidates:
    """Return the encodings of a constant offset; there is no indirect 5-bit form."""
    start = op.opcode_bytes
    code = INDEX_CODE[register] | (0x10 if indirect else 0)
    ladder = {
        "0": Offset(start + bytes((0x84 | code,)), 0),
        "<<": Offset(start + bytes((INDEX_CODE[register],)), 5),
        "<": Offset(start + bytes((0x88 | code,)), 8),
        ">": Offset(start + bytes((0x89 | code,)), 16),
    }
    if prefix:
        return (ladder["<" if indirect and prefix == "<<" else prefix],)
    if indirect:
        del ladder["<<"]
    return tuple(ladder.values())


@cache
def pc_candidates(op: Op, prefix: str, indirect: bool, raw: bool, most: int = 127) -> Candidates:
    """Return the encodings of an operand before `,pcr` or `,pc`.

    Args: raw   the number is the offset itself (VIDE, for a constant); else it is an address
          most  the longest distance to an address for which 8 bits are chosen
    """
    code = 0x9C if indirect else 0x8C
    heads = op.opcode_bytes + bytes((code,)), op.opcode_bytes + bytes((code + 1,))
    near: EncodingCandidate = Offset(heads[0], 8) if raw else Relative(heads[0], 8, most)
    far: EncodingCandidate = Offset(heads[1], 16) if raw else Relative(heads[1], 16)
    if prefix:
        return (near,) if prefix in ("<", "<<") else (far,)
    return (near, far)


@cache
def extended_indirect_candidates(op: Op) -> Candidates:
    """Return the encodings of an address in brackets; there is only one."""
    return (Word(op.opcode_bytes + b"\x9f", 2),)
