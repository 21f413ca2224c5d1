"""Symbols: names, their definitions and their values."""

from __future__ import annotations

from asm.syntax.diagnostics import Place

LABEL = "label"
EQU = "equ"
SET = "set"
DEFINE = "define"
FIELD = "field"
STRUCT = "struct"
PREDEFINED = "predefined"
NAME_MAX = 200          # characters; listings, messages and symbol files show names whole


class Symbol:
    """One name.

    value        an integer, or None while it is not known
    kind         LABEL, EQU, SET, DEFINE (command line), FIELD, STRUCT or PREDEFINED
    place        the line that defines it; start and end are the columns of the name
    definitions  number of definitions; more than one only with SET, or if the dialect allows it
    first        the value that the first of several definitions gives
    constant     whether the value depends on no address, while the source is read
    area         of a label, the segment that it is in; asxxxx: also of a symbol such as `label+1`

    >>> from asm import assemble
    >>> symbol = assemble("\\nmain nop\\n", name="game.asm").symbols["main"]
    >>> symbol.value, symbol.kind, symbol.file, symbol.line, symbol.column
    (0, 'label', 'game.asm', 2, 1)
    """

    __slots__ = ("area", "constant", "definitions", "first", "kind", "name", "place", "start",
                 "value")

    def __init__(self, name: str, kind: str, place: Place, start: int,
                 value: int | None = None) -> None:
        self.name = name
        self.kind = kind
        self.place = place
        self.start = start
        self.value = value
        self.definitions = 1
        self.first: int | None = None
        self.constant = value is not None
        self.area = ""

    @property
    def file(self) -> str:
        """The file that defines the symbol."""
        return self.place.file

    @property
    def line(self) -> int:
        """The line that defines the symbol, counted from 1."""
        return self.place.line

    @property
    def column(self) -> int:
        """The column of the name, counted from 1."""
        return self.start + 1

    def __repr__(self) -> str:
        return f"Symbol({self.name!r}, {self.value!r}, {self.kind})"

