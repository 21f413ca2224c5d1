"""STRUCT: names for the offsets of a record.

    struct enemy            enemy   struct
    ds   enemy_y,1          enemy_y rmb  1
    dw   enemy_next         enemy_next rmb 2
    end struct                      ends

Both forms define the fields as offsets and the structure's own name as its size.
"""

from __future__ import annotations

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
    draft.structs[name] = {}
    for field in body:
        if field.text[:1] not in (";", "*"):
            try:
                size += _field(draft, field, size, name)
            except Fault as fault:
                draft.run.report.error(field, fault)
    _enter(draft, name, symbols.STRUCT, size, place, start)


def make_record(draft: Draft, line: FullLine, place: Place) -> bool:
    """Reserve a record for a line `name structure`, and define `name.field` for each field.

    Returns: False if there is no such structure
    """
    structure = draft.run.symbols.get(line.operation)
    if structure is None or line.operation not in draft.structs or not line.label:
        return False
    start = place.text.find(line.label)
    end = start + len(line.label)
    for field, offset in draft.structs[line.operation].items():
        value = Binary("+", Name(line.label, start, end), Number(offset, start, end))
        draft.assign(f"{line.label}.{field}", symbols.EQU, value, None, place)
    draft.append(Reserve(Number(structure.value or 0, start, end)), place)
    return True


def _field(draft: Draft, place: Place, offset: int, owner: str) -> int:
    """Define one field at `offset` and return its size; `ds 2` without a name reserves space.

    Args: owner  the name of the structure
    """
    text, run = place.text, draft.run
    label, operation, at, end = divide(text)
    if not operation:
        return 0
    unit, scan = _UNITS.get(operation.lower()), Scanner(text, end, run.dialect)
    start, count, inner = 0, 1, draft.structs.get(operation, {})
    if inner and run.dialect.dotted_fields:     # the field is a record itself
        unit = run.symbols[operation].value
    elif unit is not None:
        if not label and not _NUMBER.match(text, scan.pos):
            match = _FIELD.match(text, scan.pos)
            if match is None:
                raise Fault("E002", "the name of a field is expected here", scan.pos)
            label, start = match.group(1), match.start(1)
            scan.pos = match.end()
        counts = parser.parse_expressions(scan, 0)
        if operation.lower() in _COUNTED:
            count = draft.constant(counts[0]) if counts else 1
        elif counts:
            count = len(counts)
        if not 0 <= count <= ADDRESS_SPACE:
            raise Fault("E030", f"a field cannot have {count} bytes", scan.pos)
    if unit is None:
        raise Fault("E030", f"`{operation.lower()}` cannot define a field", at, at + len(operation),
                    hints=["fields are defined by " + ", ".join(_UNITS)])
    made = {label: offset} | {f"{label}.{name}": offset + more for name, more in inner.items()}
    for name, value in made.items() if label else ():
        draft.structs[owner][name] = value
        full = f"{owner}.{name}" if run.dialect.dotted_fields else name
        _enter(draft, full, symbols.FIELD, value, place, start)
        # The name alone stands for the field if it means nothing else.
        run.symbols.setdefault(name, Symbol(name, symbols.PREDEFINED, place, start, value))
    return unit * count


def _enter(draft: Draft, name: str, kind: str, value: int, place: Place, start: int) -> None:
    """Define the name of a structure or a field."""
    symbol = draft.define(name, kind, place, start)
    if symbol is not None:
        symbol.value, symbol.constant = value, True
