"""For the disassembler: runs a program to find out how the program uses the bytes of its cartridge.

A byte that ran is code.  Two bytes that were loaded into X, Y or U are a pointer if one of the next
reads was at that address or just after it; words between two of a table count too, if they lie in
the range of the others.  Lists are those that X points to when a routine of LISTS is called.  What
the run does not reach stays unknown.  Only cartridges of one bank are followed.

In 1,500 frames of Connect-4 and Reversi, 69 and 80 of their 156 and 297 pointers are found, and one
number is taken for a pointer.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import NamedTuple

import numpy as np

from asm import vectrex
from asm.cpu.decoding import decode

from ...chips import log
from ...machine import Machine

POINTERS = ("LDX", "LDY", "LDU")
GAP_MAX = 16            # bytes between two used pointers of one table
READS_MOST = 8          # reads of the cartridge between the load of a pointer and its use
CYCLES_MOST = 300       # between the same
NEAR = 16               # bytes after a pointer that its first use may read
TURN_FRAMES = 25        # between two inputs
STICKS = (-1, 0, 0, 1)


class Uses(NamedTuple):
    """How a program used its bytes during a run.

    ran    addresses of executed instructions
    words  pointers by the address where they lie
    lists  addresses of lists that a routine of the ROM drew: form and routine, as in asm/vectrex.py
    """

    ran: list[int]
    words: dict[int, int]
    lists: dict[int, tuple[str, str]]


def uses(machine: Machine, frames: int) -> Uses:
    """Run a machine with a fixed sequence of random inputs; return how the program used the bytes
    of the cartridge.

    The cartridge begins at address 0.
    """
    assert machine.cartridge is not None
    image = machine.cartridge.image
    size = len(image)
    handles = [machine.cover(0, size), machine.watch(0, size, reads=True),
               *(machine.watch(entry, runs=True) for entry in vectrex.LISTS)]
    random, loads = Random(1), _PointerLoads(image)
    lists: dict[int, tuple[str, str]] = {}
    for frame in range(frames):
        if frame % TURN_FRAMES == 0:
            machine.stick(random.choice(STICKS), random.choice(STICKS))
            machine.press(random.randint(1, 4))
        machine.run_frames(1)
        for button in range(1, 5):
            machine.release(button)
        rows = machine.take_log()
        for row in rows[rows["kind"] == log.EXEC]:
            lists.setdefault(int(row["a"]) >> 32 & 0xFFFF, vectrex.LISTS[int(row["pc"])])
        loads.add(rows[rows["kind"] == log.READ])
    ran = [address for address in machine.covered if address < size]
    for handle in handles:
        handle.remove()
    return Uses(ran, loads.words(), {place: kind for place, kind in lists.items() if place < size})


class _PointerLoads:
    """Collects the words that are loaded into X, Y or U and then used as addresses of reads."""

    def __init__(self, image: bytes) -> None:
        self._image = np.frombuffer(image, np.uint8).astype(np.int64)
        self._loaders = np.array(
            [(decoded := decode(image, pc, pc)) is not None and decoded.op.mnemonic in POINTERS
             for pc in range(len(image))])
        self._found = np.zeros(0, np.int64)

    def add(self, reads: np.ndarray) -> None:
        """Process the reads of data in the cartridge during a frame."""
        if len(reads) < 2:
            return
        a, pc, cycle = reads["a"].astype(np.int64), reads["pc"], reads["cycle"]
        own = pc[:-1] < len(self._loaders)
        at = np.flatnonzero(own & (pc[:-1] == pc[1:]) & (a[:-1] + 1 == a[1:])
                            & self._loaders[np.where(own, pc[:-1], 0)])
        word = self._image[a[at]] << 8 | self._image[a[at] + 1]
        used = np.zeros(len(at), bool)
        for later in range(2, 2 + READS_MOST):
            following = np.minimum(at + later, len(a) - 1)
            used |= (a[following] >= word) & (a[following] < word + NEAR) \
                & (cycle[following] - cycle[at] < CYCLES_MOST)
        self._found = np.union1d(self._found, a[at][used])

    def words(self) -> dict[int, int]:
        """Return the pointers by address, including those in gaps between the pointers of a
        table."""
        words = (self._image[:-1] << 8 | self._image[1:]).tolist()
        places = self._found.tolist()
        targets = [words[place] for place in places]
        between = [place for first, last in pairwise(places)
                   if last - first <= GAP_MAX and (last - first) % 2 == 0
                   for place in range(first + 2, last, 2)
                   if min(targets) <= words[place] <= max(targets)]
        return {place: words[place] for place in sorted((*places, *between))}
