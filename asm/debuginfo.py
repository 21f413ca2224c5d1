"""What debuggers and tests want to know of a program that was assembled."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """What a `;@cycles` comment before a routine allows it, its return included.

    exactly     the routine must take so many cycles, not at most so many
    computed    the assembler has found the worst case and compared it; else a test has to call the
                routine and ask `holds`
    file, line  where the comment stands
    """

    routine: str
    cycles: int
    exactly: bool
    computed: bool
    file: str
    line: int

    def holds(self, cycles: int) -> bool:
        """Say whether the routine may have taken so many cycles."""
        return cycles == self.cycles if self.exactly else cycles <= self.cycles
