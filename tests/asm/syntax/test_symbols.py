"""The table of symbols."""

import pytest

from asm.syntax import symbols
from asm.syntax.diagnostics import Fault, Place
from asm.syntax.symbols import Symbol, define

PLACE = Place("a.asm", 3, "foo equ 1")


def test_define_once() -> None:
    """A name can be defined once; the error for a second definition points at the first."""
    table: dict[str, Symbol] = {}
    first = define(table, "foo", symbols.EQU, PLACE, 0, 3)
    assert table == {"foo": first} and (first.line, first.column) == (3, 1)
    for kind in (symbols.EQU, symbols.LABEL, symbols.SET):
        with pytest.raises(Fault) as caught:
            define(table, "foo", kind, PLACE, 4, 7)
        assert caught.value.code == "E022" and caught.value.notes[0].place is PLACE
        assert (caught.value.start, caught.value.end) == (4, 7)


def test_set_again() -> None:
    """A SET symbol can be defined again, and its definitions are counted."""
    table: dict[str, Symbol] = {}
    first = define(table, "n", symbols.SET, PLACE, 0, 1)
    assert define(table, "n", symbols.SET, PLACE, 0, 1) is first and first.definitions == 2


def test_command_line_symbol_is_named_so() -> None:
    """The error for a symbol defined again says that the command line defined it."""
    table = {"x": Symbol("x", symbols.DEFINE, PLACE, 0, 1)}
    with pytest.raises(Fault) as caught:
        define(table, "x", symbols.EQU, PLACE, 0, 1)
    assert caught.value.notes[0].text.endswith("on the command line")
