"""What a program allows its routines to take."""

from __future__ import annotations

from typing import NamedTuple


class Limit(NamedTuple):
    """What a `;@cycles` comment before a routine allows it, its return included.

    exactly     the routine must take so many cycles, not at most so many
    computed    the assembler has found the worst case and compared it; else a test has to call the
                routine and ask `holds`
    file, line  where the comment stands

    >>> Limit("wait", cycles=40, exactly=False, computed=True, file="game.asm", line=1).routine
    'wait'
    """

    routine: str
    cycles: int
    exactly: bool
    computed: bool
    file: str
    line: int

    def holds(self, cycles: int) -> bool:
        """Say whether the routine may have taken so many cycles.

        >>> Limit("wait", 40, False, True, "game.asm", 1).holds(39)
        True
        >>> Limit("wait", 40, True, True, "game.asm", 1).holds(39)
        False
        """
        return cycles == self.cycles if self.exactly else cycles <= self.cycles
