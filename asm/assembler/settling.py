"""The values that are known where a line is read, for dialects that then settle its size."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from typing import Any

from asm.assembler.pass_state import Run
from asm.syntax.diagnostics import Fault
from asm.syntax.expr import Expr, UndefinedError
from asm.syntax.symbols import Symbol


class Point:
    """An environment in which an expression is evaluated apart from the statements."""

    def __init__(self, symbols: Mapping[str, Symbol], scope: str = "", here: int = 0,
                 numeric: Mapping[str, int] | None = None) -> None:
        self.symbols = symbols
        self.scope = scope
        self.here = here
        self.numeric = numeric or {}


def settled_value(expr: Expr, run: Run) -> int:
    """Return the value of an operand while its line is read.

    Symbols of the same line count as unknown.  The value may still be known: that of `x-x` is 0.
    Errors: UndefinedError, Fault
    """
    settle(expr, run)
    names = expr.names(run.scope)
    unknown = [name for name in dict.fromkeys(names) if not _is_known(name, run)]
    if not unknown:
        return expr.value(run)
    if len(names) > len(unknown):       # a symbol occurs twice, or there are others
        first, second = (expr.value(_supposed(run, unknown, step)) for step in (0x1357, 0x2469))
        if first == second:
            return first
    raise UndefinedError(unknown[0], expr.start, expr.end)


def settle(expr: Expr, run: Run) -> None:
    """Compute the EQUs above this line that an expression needs, as far as they are known."""
    for name in expr.names(run.scope):
        if name in run.unsettled:
            _settle(name, run)


def _is_known(name: str, run: Run) -> bool:
    symbol = run.symbols.get(name)
    return symbol is not None and symbol.value is not None and name not in run.unsettled \
        and symbol.place is not run.place


def _settle(name: str, run: Run) -> None:
    """Compute an EQU above this line, if everything that it needs is defined by now."""
    waiting = [name]
    while waiting:
        index = run.unsettled[waiting[-1]]
        item: Any = run.statements[index]
        scope, here = run.spots[index]
        names = item.expr.names(scope)
        more = [other for other in names if other in run.unsettled and other not in waiting]
        if more:
            waiting.append(more[0])
        elif all(_is_known(other, run) for other in names):
            try:
                value = item.expr.value(Point(run.symbols, scope, here))
            except (UndefinedError, Fault):
                return
            run.symbols[waiting[-1]].value = value
            del run.unsettled[waiting.pop()]
        else:
            return


def _supposed(run: Run, names: list[str], step: int) -> Point:
    """Return an environment in which each of some symbols has an unlikely value."""
    made = {name: Symbol(name, "", run.place, 0, step * (number + 3))
            for number, name in enumerate(names)}
    return Point(ChainMap(made, run.symbols), run.scope, run.here, run.numeric)
