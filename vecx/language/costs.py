"""Bytes and cycles of lines, of selections, and of routines."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from asm.assembler.items import Label
from asm.output.cycles import Unbounded, WorstCases, instructions
from asm.output.listing import cycles_of

from ..errors import VecxError
from ..profiling.report import Report, load
from .workspace import Assembled

PROFILE_SUFFIX = ".profile.json"    # next to a program, as `vecx profile --json` writes it


@dataclass
class Cost:
    """The bytes, and the minimum and maximum of cycles, of some lines."""

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
    """Return the cost of each line that produces bytes, by line number from 0.

    A line that is assembled several times, in a macro or a repetition, has the cost of all.
    """
    found: dict[int, Cost] = {}
    known: dict[str, bool] = {}
    for _, data, item in (chunk for bank in made.banks for chunk in bank.chunks):
        place = item.place
        while place.via is not None and place.file == place.via.file and place.why:
            place = place.via       # the line that calls the macro
        if place.file not in known:
            known[place.file] = os.path.abspath(place.file) == path
        if known[place.file]:
            least, most = cycles_of(item, data)
            found.setdefault(place.line - 1, Cost()).add(Cost(len(data), least, most))
    return found


def worst_cases(made: Assembled, path: str) -> list[tuple[int, str, str]]:
    """Return the routines of a file with their worst cases.

    Returns: line from 0, name, and the cycles in words: computed, or those of the contract block
    """
    debug = made.debug
    if debug is None:
        return []
    cases = WorstCases(instructions(made.program.chunks))
    lines = {item.symbol.name: item.symbol for item in made.program.items
             if isinstance(item, Label)}
    found: list[tuple[int, str, str]] = []
    for routine in debug.routines:
        symbol = lines.get(routine.name)
        if symbol is None or os.path.abspath(symbol.file) != path:
            continue
        try:
            words = f"at most {cases.of(routine.address)} cycles"
        except Unbounded as fault:
            contract = debug.contract_at(routine.address)
            words = f"{contract.cycles} cycles by its contract" if contract and contract.cycles \
                else f"cycles unknown: {fault}"
        found.append((symbol.line - 1, routine.name, words))
    return found


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
