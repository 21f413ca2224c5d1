"""Bytes and cycles of lines, of selections, and of routines."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from asm import Program
from asm.assembler.items import Label
from asm.output.cycles import Unbounded, WorstCases, instructions
from asm.output.debuginfo import DebugInfo
from asm.output.listing import cycles_of

from ..errors import VecxError
from ..measure.profiling.report import Report, load
from .workspace import Assembled

PROFILE_SUFFIX = ".profile.json"    # next to a program, as `vecx profile --json` writes it


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
    return {line: cost for file, costs in found.items() if os.path.abspath(file) == path
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
            if os.path.abspath(file) == path]


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
                if contract and contract.cycles else f"cycles unknown: {fault}"
        yield symbol.file, symbol.line - 1, routine.name, words


class Profile:
    """The last profile of a program; the file is read again when it changes."""

    def __init__(self, root: str) -> None:
        self.path = Path(root).with_suffix(PROFILE_SUFFIX)
        self._time = -1.0
        self._words: dict[str, str] = {}

    def of(self, routine: str) -> str:
        """Return a routine's number of calls and percentage of cycles as text; empty if unknown."""
        try:
            time = self.path.stat().st_mtime
        except OSError:
            return ""
        if time != self._time:
            self._time = time
            try:
                self._words = _shares(load(self.path))
            except VecxError:
                self._words = {}
        return self._words.get(routine, "")


def _shares(report: Report) -> dict[str, str]:
    rows = report.routines()
    total = sum(row["own_cycles"] for row in rows.values()) or 1
    return {name: f"{row['calls'] / report.frames:.3g} calls per frame, "
                  f"{100 * row['cycles'] / total:.1f} % of the cycles"
            for name, row in rows.items()}
