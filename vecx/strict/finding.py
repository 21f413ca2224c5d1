"""Findings of the strict machine: place, message, history and effect on hardware."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from asm.output.debuginfo import Where

from ..chips import bus
from . import numbers, rules
from .program import HALF, Program, Site
from .records import Record


@dataclass(frozen=True)
class Finding:
    """A mistake at one place of the program.

    frame, cycle  when it first happened
    pc            the instruction at fault
    where         its source line; for a mistake inside the executive ROM, or a library without
                  source lines, that of the call
    inside        the routine of the ROM or the library, or empty
    what, count   what the program does there, and how many times it did
    steps         what led to it: words and source lines
    bank          the bank of the instruction in a cartridge of two banks, else -1
    witness       how another console differs, if the mistake depends on a random value

    >>> from pathlib import Path
    >>> lines = [" org 0", ' fcc "g GCE 2026"', " fcb $80", " fdb $FD0D", " fcb 0",
    ...          "main sta $100", " bra main"]
    >>> _ = Path("game.asm").write_text("\\n".join(lines))
    >>> m = Machine("game.asm", preset="ideal", strict=True)
    >>> _ = m.run_cycles(12_000_000)
    >>> found = m.findings[0]
    >>> found.place, found.rule.name, found.count > 1
    ('game.asm:6', 'rom-write', True)
    >>> print(str(found).splitlines()[0])
    game.asm:6: error: writes $00 to ROM at $0100 [rom-write]
    >>> found.history           # nothing led to it but the instruction itself
    ''
    """

    rule: rules.Rule
    frame: int
    cycle: int
    pc: int
    where: Where
    inside: str
    what: str
    count: int
    steps: tuple[tuple[str, Where], ...] = ()
    witness: str = ""
    bank: int = -1

    @property
    def place(self) -> str:
        """File and line, or the address; with the bank if the cartridge has two banks."""
        return place_of(self.where) + (f" (bank {self.bank})" if self.bank >= 0 else "")

    @property
    def history(self) -> str:
        """The steps that led to the finding, as one line."""
        return ", ".join(f"{what} at {place_of(where)}" for what, where in self.steps)

    def __str__(self) -> str:
        routine = f" in {self.where.routine}" if self.where.routine else ""
        inside = f" (inside {self.inside})" if self.inside else ""
        times = f", {self.count:,} times" if self.count > 1 else ""
        more = "".join(f"    {title}: {text}\n" for title, text in
                       (("history", self.history), ("witness", self.witness)) if text)
        return (f"{self.place}: {self.rule.level}: {self.what} [{self.rule.name}]\n"
                f"    frame {self.frame}, cycle {self.cycle:,}, ${self.pc:04X}{routine}{inside}"
                f"{times}\n{more}"
                f"    on hardware: {self.rule.hardware}\n"
                f"    to fix: {self.rule.fix}")


def place_of(where: Where) -> str:
    return f"{where.file}:{where.line}" if where.file else f"${where.address:04X}"


def counted(findings: Iterable[Finding]) -> str:
    """Return the numbers of errors, warnings and pieces of advice as text, for a summary line."""
    levels = Counter(finding.rule.level for finding in findings)
    return ", ".join(f"{levels[level]} {level if levels[level] == 1 else many}"
                     for level, many in rules.LEVELS.items() if levels[level] or level != "advice")


class Row(NamedTuple):
    """A mistake as it is recorded during the run: rule number, place to report, PC, figures and
    open calls."""

    rule: int
    place: int
    pc: int
    cycle: int
    record: Record
    callers: tuple[int, ...]
    frame: int

    @property
    def name(self) -> str:
        return rules.NAMES[self.rule]


class Messages:
    """Turns the rows of one program into findings with their text."""

    def __init__(self, program: Program, shadow: np.record) -> None:
        self._program, self._shadow = program, shadow

    def finding(self, row: Row, witness: str = "") -> Finding:
        program, place, rule = self._program, row.place, rules.RULES[row.rule]
        inside = ""
        if row.pc != place & 0xFFFF and row.pc >= bus.ROM:
            inside = program.bios.where(row.pc).routine or f"${row.pc:04X}"
        led = [("written again", program.unread[place][1])] if row.rule == numbers.UNREAD \
            else row.record.steps()
        where = program.where(place)
        call = self._call_of(row.callers) if self.is_library(place) else -1
        if call >= 0:
            inside = f"{where.routine}, {inside}" if inside else where.routine
            where = program.where(call)
        steps = [step for step in led if step[1] != place]
        known = {place, call, *(at for _, at in steps)}
        steps += [("called", at) for at in row.callers if at >= 0 and at not in known]
        located = tuple((what, program.where(program.in_same_bank(place, at)))
                        for what, at in steps)
        bank = place >> 16 if self._shadow.banked and place & 0xFFFF < HALF else -1
        return Finding(rule, row.frame, row.cycle, place & 0xFFFF, where,
                       inside, rule.message(Site(program, place), row.record),
                       int(self._shadow.counts[row.rule, place]), located, witness, bank)

    def is_library(self, place: int) -> bool:
        """Return whether a place of the cartridge belongs to a library: it has a name but no source
        line, unlike the rest of the program."""
        where = self._program.where(place)
        return not where.file and bool(where.routine) and where.address < bus.ROM \
            and bool(self._program.cart.source_map)

    def _call_of(self, callers: tuple[int, ...]) -> int:
        """Return the innermost call from a source line of the cartridge, or -1."""
        return next((at for at in callers if at >= 0 and at & 0xFFFF < bus.ROM
                     and self._program.where(at).file), -1)
