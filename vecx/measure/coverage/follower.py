"""A watcher of the log that records the lines and branches that ran on a machine.

The way of a branch is computed from the condition codes in its row of the log.
"""

import numpy as np

from ...chips import log
from ...console.watcher import Watcher
from ...machine import Machine
from ..trace.banks import ORB, Banks
from .listing import Listing, Sources

CARRY, OVERFLOW, ZERO, NEGATIVE = 1, 2, 4, 8
BEGUN, TAKEN, PASSED = 1, 2, 4


def _table() -> np.ndarray:
    """Return bool[16, 256]: whether a condition is true, by its number and the condition codes."""
    codes = np.arange(256)
    c, v, z, n = ((codes & bit) != 0 for bit in (CARRY, OVERFLOW, ZERO, NEGATIVE))
    unless = (codes < 0, c | z, c, z, v, n, n != v, z | (n != v))
    return np.array([row for held in unless for row in (~held, held)])


HOLDS = _table()


class Follower(Watcher):
    """Records what a machine runs from now on.

    Args:   known  listing of the machine's program
            first, end  addresses of the program
            bank        of a cartridge with two banks that the program is in, otherwise -1

    >>> from vecx.measure.coverage.listing import listing
    >>> m = Machine("connect4", preset="ideal")
    >>> known = listing(m.debug, m.cartridge.image)
    >>> follower = Follower(m, known, 0, len(m.cartridge.image))
    >>> _ = m.run_frames(300)
    >>> 0 < len(follower.ran()) < len(known.lines)
    True
    >>> follower.ran() == follower.take()[0], follower.ran()
    (True, set())
    >>> _ = m.run_frames(1)
    >>> len(follower.take_sources().lines) > 3
    True
    """

    def __init__(self, machine: Machine, known: Listing, first: int, end: int,
                 bank: int = -1) -> None:
        self._listing = known
        self._seen = np.zeros(0x10000, np.uint8)
        self._condition = np.zeros(0x10000, np.uint8)
        for address, branch in known.branches.items():
            self._condition[address] = branch.condition
        self._first, self._end = first, end
        self.fresh = False          # whether anything has run since the last `take`
        self._bank, self._banks = bank, Banks(machine) if bank >= 0 else None
        if self._banks:
            machine.hooks.add(ORB, 3, int(log.MARK_WRITE), own=True)
        machine.hooks.add(first, end - first, int(log.MARK_EXEC), own=True)
        machine.attach(self)

    def look(self, events: np.ndarray) -> None:
        chosen = events["kind"] == log.EXEC
        if self._banks:
            chosen &= self._banks.of(events) == self._bank
        rows = events[chosen]
        self.fresh = self.fresh or bool(len(rows))
        at = rows["pc"]
        self._seen[at] |= BEGUN
        condition = self._condition[at]
        decides = condition != 0
        at, codes = at[decides], (rows["b"][decides] & 0xFF)
        holds = HOLDS[condition[decides], codes]
        self._seen[at[holds]] |= TAKEN
        self._seen[at[~holds]] |= PASSED

    def reset(self) -> None:
        if self._banks:
            self._banks.mark()

    def restored(self) -> None:
        self.reset()

    def ran(self) -> set[int]:
        """Return the addresses of the program's instructions that ran."""
        return self._where(BEGUN)

    def take(self) -> tuple[set[int], set[int], set[int]]:
        """Return the addresses of instructions that ran, of branches taken and of branches not
        taken; then clear the record."""
        found = self._where(BEGUN), self._where(TAKEN), self._where(PASSED)
        self._seen[:] = 0
        self.fresh = False
        return found

    def take_sources(self) -> Sources:
        """Return the lines that ran, and the outcomes of branches, since the last call."""
        return self._listing.ran(*self.take())

    def _where(self, bit: int) -> set[int]:
        found = np.flatnonzero(self._seen[self._first:self._end] & bit) + self._first
        return set(found.tolist())
