"""The table of symbols; `Draft.define` enters them."""

from asm.syntax import symbols
from asm.syntax.diagnostics import Place
from asm.syntax.symbols import Symbol


def test_a_symbol_knows_its_place() -> None:
    """Line and column count from 1; the value is unknown at first."""
    symbol = Symbol("foo", symbols.EQU, Place("a.asm", 3, "  foo equ 1"), 2)
    assert (symbol.file, symbol.line, symbol.column, symbol.value) == ("a.asm", 3, 3, None)
    assert not symbol.constant and Symbol("x", symbols.DEFINE, symbol.place, 0, 1).constant
