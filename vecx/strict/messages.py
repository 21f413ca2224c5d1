"""Turn the rows that the compiled passes record into findings with their text."""

from typing import NamedTuple

import numpy as np

from ..chips import bus
from . import rules
from .finding import Finding
from .program import HALF, Program, Site
from .records import Record


class Row(NamedTuple):
    """A mistake as the passes record it: the number of its rule, the place to blame, the PC, the
    record of the rule's family, and the places of the calls around it."""

    rule: int
    place: int
    pc: int
    cycle: int
    record: Record
    callers: tuple[int, ...]
    frame: int

    @property
    def name(self) -> str:
        """The name of the rule."""
        return rules.NAMES[self.rule]


class Messages:
    """Makes findings of the rows of one program."""

    def __init__(self, program: Program, shadow: np.record) -> None:
        self._program, self._shadow = program, shadow

    def finding(self, row: Row, witness: str = "") -> Finding:
        """Return the finding of a row."""
        program, place, rule = self._program, row.place, rules.RULES[row.rule]
        inside = ""
        if row.pc != place & 0xFFFF and row.pc >= bus.ROM:
            inside = program.bios.where(row.pc).routine or f"${row.pc:04X}"
        steps = [step for step in self._steps(row) if step[1] != place]
        known = {place, *(at for _, at in steps)}
        steps += [("called", at) for at in row.callers if at >= 0 and at not in known]
        located = tuple((what, program.where(program.beside(place, at))) for what, at in steps)
        bank = place >> 16 if self._shadow.banked and place & 0xFFFF < HALF else -1
        return Finding(rule, row.frame, row.cycle, place & 0xFFFF, program.where(place),
                       inside, rule.message(Site(program, place), row.record),
                       int(self._shadow.counts[row.rule, place]), located, witness, bank)

    def _steps(self, row: Row) -> list[tuple[str, int]]:
        """Return what led to a mistake, and where."""
        if row.rule == rules.unread:
            return [("written again", self._program.unread[row.place][1])]
        return list(row.record.steps())
