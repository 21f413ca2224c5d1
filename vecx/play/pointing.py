"""In a frame, finds the stroke nearest to a place, and the source line that drew this stroke.

A stroke knows the VIA write that began it.  If that write is in the executive ROM, the relevant
line is the one that called the ROM: it is found by running the frame again with a log.
"""

from typing import NamedTuple

import numpy as np

from asm.output.debuginfo import Where

from ..chips import bus, log
from ..chips.beam import SCREEN_UNIT
from ..console.frame import Frame
from ..console.snapshot import Kept
from ..machine import Machine
from ..measure.trace import Banks, places_of

PORT_B = int(bus.VIA_BASE)     # and its direction register, which select the bank


class Pointed(NamedTuple):
    """A stroke under the mouse.

    line    its ends, x0 y0 x1 y1 in p
    where   the write that began it
    caller  the line of the program that called the ROM for it, if known
    """

    number: int
    frame: int
    line: tuple[float, float, float, float]
    where: Where
    caller: Where | None = None

    @property
    def words(self) -> str:
        called = f", called by {self.caller}" if self.caller else ""
        return f"stroke {self.number} of frame {self.frame}: {self.where}{called}"


def nearest(frame: Frame, x: float, y: float) -> tuple[int, float]:
    """Return the stroke nearest to a point, and its distance in screen units.

    Args: frame  has strokes
          x, y   in screen units
    """
    lines = frame.segments[:, :4].astype(float) / SCREEN_UNIT
    begin, way = lines[:, :2], lines[:, 2:] - lines[:, :2]
    length = np.maximum((way ** 2).sum(1), 1e-9)
    along = np.clip((((x, y) - begin) * way).sum(1) / length, 0, 1)
    off = ((begin + along[:, None] * way - (x, y)) ** 2).sum(1)
    found = int(np.argmin(off))
    return found, float(np.sqrt(off[found]))


def caller(rows: np.ndarray, cycle: int) -> int | None:
    """Return the place from which the program called the ROM, if the write in this cycle was made
    by the ROM.

    Args:    rows  of the log, in order, with all instructions; `pc` are places
    Returns: None if the program itself wrote, or if the call is not in the log
    """
    heads = rows["pc"][(rows["kind"] == log.EXEC) & (rows["cycle"] <= cycle)]
    own = np.flatnonzero(heads & 0xFFFF < bus.ROM)
    # The program's last instruction before the ROM's is the call, or the jump in its place.
    return int(heads[own[-1]]) if len(own) and own[-1] < len(heads) - 1 else None


def logged(machine: Machine, before: Kept, end: int) -> np.ndarray:
    """Run from an earlier state to a cycle, and log the run.  Return the log's rows; their `pc`
    contains the bank too.

    The machine is restored afterwards, but a strict one has forgotten what it knew of the past.
    """
    now, users_log = machine.keep(), machine.output.divert_events()
    handles = [machine.watch(0, 0x10000, runs=True), machine.watch(PORT_B, 3, writes=True)]
    try:
        with machine.inputs.muted():
            machine.restore(before)
            banks = Banks(machine)
            machine.run_cycles(max(0, end - machine.cycles))
        rows = machine.take_log().copy()
        if machine.memory.banks > 1:
            rows["pc"] = places_of(rows["pc"], banks.of(rows))
        return rows
    finally:
        for handle in handles:
            handle.remove()
        machine.restore(now)
        machine.output.rejoin_events(users_log)
