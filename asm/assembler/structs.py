"""STRUCT: names for the offsets of a record.

    struct enemy            enemy   struct
    ds   enemy_y,1          enemy_y rmb  1
    dw   enemy_next         enemy_next rmb 2
    end struct                      ends

Both forms define the fields as offsets and the structure's own name as its size.
"""

from __future__ import annotations

from asm.assembler.draft import Draft
from asm.assembler.line import FullLine
from asm.assembler.pass_state import ADDRESS_SPACE
from asm.syntax import parser, symbols
from asm.syntax.diagnostics import Fault, Place
from asm.syntax.lexer import Scanner, divide, pattern

_FIELD = pattern(r"([A-Za-z_]\w*)[ \t]*(?:,[ \t]*)?")
_NUMBER = pattern(r"[$%@(0-9]")
_UNITS = {"db": 1, "dw": 2, "ds": 1, "rmb": 1, "fcb": 1, "fdb": 2, "rmd": 2, "fqb": 4}
_COUNTED = frozenset(("ds", "rmb", "rmd"))


def define_struct(draft: Draft, line: FullLine, place: Place, body: list[Place]) -> None:
    """STRUCT: define the names of the fields in `body`, and the name of the structure."""
    name, start = line.label, 0
    if not name:
        match = _FIELD.match(line.code, line.end)
        if match is None:
            raise Fault("E002", "the name of the structure is expected here", line.end)
        name, start = match.group(1), match.start(1)
    size = 0
    for field in body:
        if field.text[:1] not in (";", "*"):
            try:
                size += _field(draft, field, size)
            except Fault as fault:
                draft.run.report.error(field, fault)
    symbol = draft.define(name, symbols.STRUCT, place, start)
    if symbol is not None:
        symbol.value, symbol.constant = size, True


def _field(draft: Draft, place: Place, offset: int) -> int:
    """Define one field at `offset` and return its size; `ds 2` without a name reserves space."""
    text = place.text
    label, operation, at, end = divide(text)
    if not operation:
        return 0
    unit, scan = _UNITS.get(operation.lower()), Scanner(text, end)
    if unit is None:
        raise Fault("E030", f"`{operation.lower()}` cannot define a field", at, at + len(operation),
                    hints=["fields are defined by " + ", ".join(_UNITS)])
    start = 0
    if not label and not _NUMBER.match(text, scan.pos):
        match = _FIELD.match(text, scan.pos)
        if match is None:
            raise Fault("E002", "the name of a field is expected here", scan.pos)
        label, start = match.group(1), match.start(1)
        scan.pos = match.end()
    counts = parser.parse_expressions(scan, 0)
    count = 1
    if operation.lower() in _COUNTED:
        count = draft.constant(counts[0]) if counts else 1
    elif counts:
        count = len(counts)
    if not 0 <= count <= ADDRESS_SPACE:
        raise Fault("E030", f"a field cannot have {count} bytes", scan.pos)
    symbol = draft.define(label, symbols.FIELD, place, start) if label else None
    if symbol is not None:
        symbol.value, symbol.constant = offset, True
    return unit * count
