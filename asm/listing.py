"""The listing: the source beside addresses, bytes and cycles.

    addr  bytes           cycles total  line  source
    0010  86 01            2       2      12  start   lda     #1

`total` counts from the last label outside brackets; an instruction with two figures (a long branch
taken or not) shows both and counts the smaller.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from asm.disasm import decode
from asm.encode import Fixed, Instruction, Item
from asm.items import Assign, Label

if TYPE_CHECKING:
    from asm.program import Program

_BYTES_PER_LINE = 6
_BYTES_SHOWN_MAX = 24


def make_listing(program: Program) -> str:
    """Write the listing; every file read appears in the order the assembler read it."""
    data_of = {id(item): data for _, data, item in program.chunks}
    lines = ["addr  bytes               cycles total   line  source"]
    file = ""
    total = 0
    rows = program.rows
    for index, (place, first) in enumerate(rows):
        last = rows[index + 1][1] if index + 1 < len(rows) else len(program.items)
        items = program.items[first:last]
        if place.file != file:
            file = place.file
            lines.append(f"{'':42}{file}:")
        if any(isinstance(item, Label) and item.scope for item in items):
            total = 0
        address, data, least, most = _content(items, data_of)
        total += least
        cycles = "" if not most else str(least) if least == most else f"{least}/{most}"
        shown = f"{total:5}" if most else ""
        head = _bytes_text(data[:_BYTES_PER_LINE]) if data else _value_text(items)
        lines.append(f"{address:4}  {head:18}  {cycles:>6} {shown:>5} {place.line:6}  "
                     f"{place.text}".rstrip())
        for start in range(_BYTES_PER_LINE, min(len(data), _BYTES_SHOWN_MAX), _BYTES_PER_LINE):
            more = "..." if start + _BYTES_PER_LINE >= _BYTES_SHOWN_MAX < len(data) else ""
            part = _bytes_text(data[start:start + _BYTES_PER_LINE])
            lines.append(f"{'':6}{part} {more}".rstrip())
    return "\n".join(lines) + "\n"


def _content(items: list[Item], data_of: dict[int, bytes]) -> tuple[str, bytes, int, int]:
    """The address, bytes and cycles of a line."""
    address, data, least, most = "", b"", 0, 0
    for item in items:
        part = data_of.get(id(item), b"")
        if not isinstance(item, Assign) and (item.size or part or isinstance(item, Label)):
            address = address or f"{item.address & 0xFFFF:04X}"
        data += part
        if part and isinstance(item, (Fixed, Instruction)):
            decoded = decode(part, 0, item.address)
            if decoded is not None and decoded.size == len(part):
                least += decoded.cycles
                most += decoded.cycles_most
    return address, data, least, most


def _value_text(items: list[Item]) -> str:
    """The value of a symbol that the line defines."""
    for item in items:
        if isinstance(item, Assign) and item.symbol.value is not None:
            value = item.symbol.value
            return f"= ${value & 0xFFFF:04X}" if -32768 <= value <= 65535 else f"= {value}"
    return ""


def _bytes_text(data: bytes) -> str:
    return data.hex(" ").upper()
