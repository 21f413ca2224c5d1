"""Bytes and cycles of lines, of selections, and of routines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from asm import Program
from asm.assembler.items import Label
from asm.output.cycles import Unbounded, WorstCases, instructions
from asm.output.debuginfo import DebugInfo
from asm.output.listing import cycles_of

from .workspace import Assembled, absolute

WAIT = "Wait_Recal"                 # the routine of the ROM that waits for the end of a frame


@dataclass
class Cost:
    """The cost of some lines: their bytes, and their minimum and maximum number of cycles."""

    size: int = 0
    least: int = 0
    most: int = 0

    def add(self, other: Cost) -> None:
        """Add the cost of other lines."""
        self.size += other.size
        self.least += other.least
        self.most += other.most

    def cycles(self) -> str:
        """Return the cycles as text: one number, or a range."""
        return f"{self.least}" if self.least == self.most else f"{self.least}-{self.most}"


def costs_by_line(made: Assembled, path: str) -> dict[int, Cost]:
    """Return the cost of each line that produces bytes; line numbers count from 0.

    The lines of a macro or a repetition count for the line that calls it.
    """
    found = made.derived("costs", lambda: _costs(made))
    return {line: cost for file, costs in found.items() if absolute(file) == path
            for line, cost in costs.items()}


def _costs(made: Assembled) -> dict[str, dict[int, Cost]]:
    """Return the cost of each line by its file and number."""
    found: dict[str, dict[int, Cost]] = {}
    for _, data, item in (chunk for bank in made.banks for chunk in bank.chunks):
        place = item.place.call()
        cost = found.setdefault(place.file, {}).setdefault(place.line - 1, Cost())
        cost.add(Cost(len(data), *cycles_of(item)))
    return found


def worst_cases(made: Assembled, path: str) -> list[tuple[int, str, str]]:
    """Return the routines of a file with their worst cases.

    Returns: line from 0, name, and the cycles in words: computed, or those of the contract block
    """
    debug = made.debug
    if debug is None:
        return []
    found = made.derived("worst cases", lambda: [
        case for bank, known in zip(made.banks, (debug, *debug.others), strict=True)
        for case in _worst_cases(bank, known)])
    return [(line, name, words) for file, line, name, words in found
            if absolute(file) == path]


def _worst_cases(bank: Program, debug: DebugInfo) -> Iterator[tuple[str, int, str, str]]:
    """Yield the file, line and name of each routine of a bank, and its cycles in words."""
    cases = WorstCases(instructions(bank.chunks))
    labels = {item.statement.name for item in bank.items if isinstance(item.statement, Label)}
    for routine in debug.routines:
        if routine.name not in labels:
            continue
        symbol = bank.symbols[routine.name]
        try:
            words = f"at most {cases.of(routine.address)} cycles"
        except Unbounded as fault:
            contract = debug.contract_at(routine.address)
            words = f"{contract.cycles} cycles according to its contract" \
                if contract and contract.cycles else _unknown(bank, fault)
        yield symbol.file, symbol.line - 1, routine.name, words


def _unknown(bank: Program, fault: Unbounded) -> str:
    """Return why the cycles of a routine are unknown."""
    if fault.target is None:
        return f"cycles unknown: {fault}"
    name = next((name for name, symbol in bank.symbols.items() if symbol.value == fault.target),
                f"${fault.target:04X}")
    return f"waits for the next frame in {name}" if name == WAIT \
        else f"cycles unknown: it calls {name}, which is not in this program"
