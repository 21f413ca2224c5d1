"""STRUCT: names for the offsets of a record.

    struct enemy            enemy   struct
    ds   enemy_y,1          enemy_y rmb  1
    dw   enemy_next         enemy_next rmb 2
    end struct                      ends

Both forms define the fields as offsets and the structure's own name as its size.
"""

from __future__ import annotations

from collections.abc import Callable

from asm.assembler.draft import Draft
from asm.assembler.items import Reserve
from asm.assembler.line import FullLine
from asm.assembler.pass_state import ADDRESS_SPACE
from asm.syntax import parser, symbols
from asm.syntax.diagnostics import Fault, Place
from asm.syntax.expr import Binary, Name, Number
from asm.syntax.lexer import Scanner, divide, pattern
from asm.syntax.symbols import Symbol

_FIELD = pattern(r"([A-Za-z_]\w*)[ \t]*(?:,[ \t]*)?")
_NUMBER = pattern(r"[$%@(0-9]")
_UNITS = {"db": 1, "dw": 2, "ds": 1, "rmb": 1, "fcb": 1, "fdb": 2, "rmd": 2, "fqb": 4, "rmw": 2,
          "rmq": 4, ".ds": 1, ".rs": 1, ".blkb": 1}
_COUNTED = frozenset(("ds", "rmb", "rmd", "rmw", "rmq", ".ds", ".rs", ".blkb"))


def define_struct(draft: Draft, line: FullLine, place: Place, body: list[Place]) -> None:
    """STRUCT: define the names of the fields in `body`, and the name of the structure."""
    name, start = line.label, 0
    if not name:
        match = _FIELD.match(line.code, line.end)
        if match is None:
            raise Fault("E002", "the name of the structure is expected here", line.end)
        name, start = match.group(1), match.start(1)
    size = 0
    prefix = f"{name}." if draft.run.dialect.dotted_fields else ""
    for field in body:
        if field.text[:1] not in (";", "*"):
            try:
                size += _field(draft, field, size, prefix)
            except Fault as fault:
                draft.run.report.error(field, fault)
    symbol = draft.define(name, symbols.STRUCT, place, start)
    if symbol is not None:
        symbol.value, symbol.constant = size, True


def make_record(draft: Draft, line: FullLine, place: Place) -> bool:
    """Reserve a record for a line `name structure`, and define `name.field` for each of its
    fields; return False if there is no such structure."""
    size = _size_of(draft, line.operation)
    if size is None or not line.label:
        return False
    start = place.text.find(line.label)
    owner = Name(line.label, start, start + len(line.label))

    def define(name: str, offset: int) -> None:
        value = Binary("+", owner, Number(offset, owner.start, owner.end))
        draft.assign(name, symbols.EQU, value, None, place)

    _define_fields(draft, line.operation, line.label, define)
    draft.append(Reserve(Number(size, line.start, line.end)), place)
    return True


def _size_of(draft: Draft, name: str) -> int | None:
    """Return the size of a structure; None if there is none with this name."""
    symbol = draft.run.symbols.get(name)
    return symbol.value if symbol is not None and symbol.kind == symbols.STRUCT else None


def _define_fields(draft: Draft, structure: str, owner: str,
                   define: Callable[[str, int], None]) -> None:
    """Define the fields of a structure again, as those of a record or of another structure."""
    prefix = f"{structure}."
    for name, symbol in list(draft.run.symbols.items()):
        if symbol.kind == symbols.FIELD and name.startswith(prefix):
            define(f"{owner}.{name.removeprefix(prefix)}", symbol.value or 0)


def _field(draft: Draft, place: Place, offset: int, prefix: str) -> int:
    """Define one field at `offset` and return its size; `ds 2` without a name reserves space.

    Args: prefix  what the dialect writes before the name of a field
    """
    text = place.text
    label, operation, at, end = divide(text)
    if not operation:
        return 0
    unit, scan = _UNITS.get(operation.lower()), Scanner(text, end, draft.run.dialect)
    inner = _size_of(draft, operation) if prefix and label else None
    if inner is not None:

        def define(name: str, value: int) -> None:
            _enter(draft, name, place, 0, offset + value)

        _enter(draft, prefix + label, place, 0, offset)
        _define_fields(draft, operation, prefix + label, define)
        return inner
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
    if label:
        _enter(draft, prefix + label, place, start, offset)
        if prefix:      # the name alone stands for the field if it means nothing else
            draft.run.symbols.setdefault(label, Symbol(
                label, symbols.PREDEFINED, place, start, offset))
    return unit * count


def _enter(draft: Draft, name: str, place: Place, start: int, offset: int) -> None:
    """Define the name of a field."""
    symbol = draft.define(name, symbols.FIELD, place, start)
    if symbol is not None:
        symbol.value, symbol.constant = offset, True
