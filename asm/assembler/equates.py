"""EQUs that are used before they are defined, computed in the order of their dependencies.

A pass over the statements would resolve only one link of a chain of such EQUs; `Equates.compute`
resolves whole chains, once the labels have their addresses.
"""

from __future__ import annotations

from collections.abc import Iterable

from asm.assembler.encode import Item
from asm.assembler.items import UNKNOWN, Assign
from asm.assembler.pass_state import Run
from asm.syntax.symbols import Symbol


class Point:
    """The environment in which the expression of an EQU is evaluated."""

    def __init__(self, symbols: dict[str, Symbol]) -> None:
        self.symbols = symbols
        self.scope = ""
        self.here = 0
        self.numeric: dict[str, int] = {}


class Equates:
    """The EQUs that had no value when they were read, in order of dependency."""

    def __init__(self, run: Run, items: Iterable[Item]) -> None:
        self.run = run
        waiting = {item.symbol.name: item for item in items
                   if isinstance(item, Assign) and item.value is None
                   and item.symbol.definitions == 1}
        self._order = _ordered(waiting)

    def compute(self) -> None:
        """Compute the value of each from the present values of the labels."""
        if not self._order:
            return
        env = Point(self.run.symbols)
        for item in self._order:
            env.scope, env.here = item.scope, item.address
            try:
                item.symbol.value = item.value = item.expr.value(env)
            except UNKNOWN:
                item.symbol.value = item.value = None


def _ordered(waiting: dict[str, Assign]) -> list[Assign]:
    """Sort so that each comes after those it depends on; circular ones are left out."""
    needs: dict[str, list[str]] = {}
    for name, item in waiting.items():
        if not item.expr.has_numeric():
            needs[name] = [other for other in item.expr.names(item.scope) if other in waiting]
    users: dict[str, list[str]] = {}
    open_count = {}
    for name, others in needs.items():
        distinct = set(others)
        open_count[name] = len(distinct)
        for other in distinct:
            users.setdefault(other, []).append(name)
    ready = [name for name, count in open_count.items() if count == 0]
    order = []
    while ready:
        name = ready.pop()
        order.append(waiting[name])
        for user in users.get(name, ()):
            open_count[user] -= 1
            if open_count[user] == 0:
                ready.append(user)
    return order
