"""Calls to a routine of the program, for `Machine.call`."""

from dataclasses import dataclass

import numpy as np

from ..chips import log
from ..chips.bus import VIA_BASE
from ..chips.state import F_SEGMENTS, F_START
from ..errors import VecxError
from .console import Console
from .frame import drawing
from .names import Names
from .registers import Registers

RETURN_ADDRESS = 0xC3F0     # in the hole below RAM, where no program runs


@dataclass(frozen=True)
class Call:
    """The result of `Machine.call`.

    registers  after the return
    cycles     of the routine, its RTS included
    segments   float32[n, 7] as in a Frame, drawn by the call; times in cycles since the call
    stack      bytes of stack used below the return address
    writes     (cycle since the call, register 0-15, value) of each write to the VIA

    >>> m = Machine("connect4", preset="ideal")
    >>> done = m.call("Random", s=0xCBEA, dp=0xC8)
    >>> done.registers.s == 0xCBEA, done.cycles > 20, done.stack > 0
    (True, True, True)
    >>> len(done.segments), done.writes         # it draws nothing, and leaves the VIA alone
    (0, [])
    """

    registers: Registers
    cycles: int
    segments: np.ndarray
    stack: int
    writes: list[tuple[int, int, int]]

    def _repr_svg_(self) -> str:
        return drawing(self.segments, title=f"{len(self.segments)} strokes, {self.cycles} cycles")


def call_routine(console: Console, names: Names, name: str, target: int, max_cycles: int,
                 pushed: bytes) -> Call:
    """Push a return address and then `pushed`, and run the routine at `target` until it returns.

    Errors:  VecxError if it does not return in time, or returns with another S
    """
    chips, output, hooks = console.chips, console.output, console.hooks
    m = chips.state
    stack = m.s
    console.write(stack - 2 & 0xFFFF, RETURN_ADDRESS.to_bytes(2, "big"))
    low = stack - 2 - len(pushed)
    console.write(low & 0xFFFF, pushed)
    m.s, m.pc = low & 0xFFFF, target
    begin, first = m.clock, m.segments
    users_log = output.divert_events()
    chips.board.s_low = m.s
    at_via = hooks.add(int(VIA_BASE), 16, int(log.MARK_WRITE))
    try:
        back = console.run_to(RETURN_ADDRESS, 1, max_cycles)
    finally:
        events = output.take_events()
        at_via.remove()
        output.rejoin_events(users_log, events[hooks.asked(events)])
    if not back:
        raise VecxError(f"{name} has not returned after {m.clock - begin:,} cycles; "
                        f"PC is {names.where(m.pc)}" + (", halted" if chips.halted else ""))
    if m.s != stack:
        raise VecxError(f"{name} returned with S = ${m.s:04X}, but was called with "
                        f"S = ${stack:04X}")
    writes = events[(events["kind"] == log.WRITE) & (events["a"] >> 4 == VIA_BASE >> 4)]
    return Call(chips.registers, m.clock - begin, _drawn_since(console, first, begin),
                max(0, low - chips.board.s_low),
                [(cycle - begin, at & 15, value) for cycle, _, _, at, value in writes.tolist()])


def _drawn_since(console: Console, first: int, begin: int) -> np.ndarray:
    """Return the segments from number `first` on, with times relative to `begin`."""
    segments, frames = console.output.segments()[0], console.output.frames()
    last = console.chips.state.segments
    if first == last:
        return segments[:0].copy()
    drawn = segments[first - (last - len(segments)):].copy()
    starts = np.append(frames[:, F_START], console.chips.state.drawn_from)
    frame = np.searchsorted(frames[:, F_SEGMENTS], np.arange(first, last), side="right")
    drawn[:, 5:7] += (starts[frame] - begin)[:, None]
    return drawn
