"""The listing: addresses, bytes, cycles and source side by side.

    addr  bytes           cycles total  line  source
    0010  86 01            2       2      12  start   lda     #1

`total` counts cycles from the last global label; an instruction with two figures (a long branch
taken or not) shows both and counts the smaller.  A macro call or a repetition shows its total; the
lines of the expansion are listed on request.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Protocol

from asm.assembler.encode import Fixed, Instruction
from asm.assembler.image import Placed
from asm.assembler.items import Assign, Label
from asm.cpu.decoding import decode
from asm.syntax.diagnostics import INCLUDED, Place

_BYTES_PER_LINE = 6
_BYTES_SHOWN_MAX = 24

Piece = tuple[int, bytes]


class Listed(Protocol):
    """The parts of a Program that a listing needs."""

    @property
    def rows(self) -> Iterable[tuple[Place, int]]:
        """All lines that were read, each with the index of the first statement that the line
        produced."""

    @property
    def items(self) -> Sequence[Placed]:
        """The statements."""


def make_listing(program: Listed, *, expand: bool = False, omit: Container[str] = ()) -> str:
    """Write the listing; the files appear in the order in which the assembler read them.

    Args:
        expand  also list the lines that macros and repetitions produce
        omit    files that are listed only by name

    >>> from asm import assemble
    >>> program = assemble(" rept 2\\n nop\\n endr\\n", name="game.asm")
    >>> for line in make_listing(program, expand=True).splitlines()[-3:-1]:
    ...     print(line)
    0000  12                       2     2      2   nop
    0001  12                       2     4      2   nop
    """
    rows = [row for row in program.rows if expand or not _is_expansion(row[0])]
    lines = ["addr  bytes               cycles total   line  source"]
    file = ""
    total = 0
    for index, (place, first) in enumerate(rows):
        last = rows[index + 1][1] if index + 1 < len(rows) else len(program.items)
        items = program.items[first:last]
        home = place.call().file
        shown_file = home if home in omit else place.file
        if shown_file != file:
            file = shown_file
            lines.append(f"{'':42}{file}:{' not listed' if home in omit else ''}")
        least = most = 0
        for item in items:
            if isinstance(item.statement, Label) and item.statement.scope:
                total = 0
            fewest, greatest = cycles_of(item)
            least, most, total = least + fewest, most + greatest, total + fewest
        if home in omit:
            continue
        pieces = _pieces(items)
        cycles = "" if not most else str(least) if least == most else f"{least}/{most}"
        shown = f"{total:5}" if most else ""
        address, head = _head(items, pieces)
        lines.append(f"{address:4}  {head:18}  {cycles:>6} {shown:>5} {place.line:6}  "
                     f"{place.text}".rstrip())
        lines += _more_bytes(pieces)
    return "\n".join(lines) + "\n"


def _is_expansion(place: Place) -> bool:
    """Return whether a line comes from a macro or a repetition, or from an INCLUDE in one."""
    while place.via is not None:
        if place.why != INCLUDED:
            return True
        place = place.via
    return False


def cycles_of(item: Placed) -> tuple[int, int]:
    """Return the minimum and maximum number of cycles of an instruction; 0 for anything else."""
    if item.data and isinstance(item.statement, (Fixed, Instruction)):
        decoded = decode(item.data, 0, item.address)
        if decoded is not None and decoded.size == len(item.data):
            return decoded.cycles, decoded.cycles_most
    return 0, 0


def _pieces(items: Sequence[Placed]) -> list[Piece]:
    """Return the bytes of statements in pieces of limited size; every gap starts a new piece."""
    blocks: list[Piece] = []
    for item in items:
        if blocks and blocks[-1][0] + len(blocks[-1][1]) == item.address:
            blocks[-1] = (blocks[-1][0], blocks[-1][1] + item.data)
        elif item.data:
            blocks.append((item.address, item.data))
    return [(address + start, data[start:start + _BYTES_PER_LINE]) for address, data in blocks
            for start in range(0, len(data), _BYTES_PER_LINE)]


def _head(items: Sequence[Placed], pieces: list[Piece]) -> tuple[str, str]:
    """Return the first column of a line: address and first bytes, or the value of the symbol that
    the line defines."""
    for item in items:
        kind = type(item.statement)
        if kind is not Assign and (item.size or kind is Label):
            address = f"{item.address & 0xFFFF:04X}"
            return address, _bytes_text(pieces[0]) if pieces else ""
    for item in items:
        if isinstance(item.statement, Assign) and item.value is not None:
            value = item.value
            return "", f"= ${value & 0xFFFF:04X}" if -32768 <= value <= 65535 else f"= {value}"
    return "", ""


def _more_bytes(pieces: list[Piece]) -> list[str]:
    """Return further lines with the bytes that do not fit next to the source, up to a limit."""
    shown = pieces[1:_BYTES_SHOWN_MAX // _BYTES_PER_LINE]
    lines = [f"{piece[0]:04X}  {_bytes_text(piece)}" for piece in shown]
    if len(pieces) > 1 + len(shown):
        lines[-1] += " ..."
    return lines


def _bytes_text(piece: Piece) -> str:
    return piece[1].hex(" ").upper()
