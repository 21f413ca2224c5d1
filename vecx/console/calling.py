"""Calling a routine of the program, and what the call did; running until something is so."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

import numpy as np

from ..chips import log
from ..chips.bus import VIA_BASE
from ..chips.state import F_SEGMENTS, F_START, NEVER
from ..errors import UsageError, VecxError, check_int, to_bytes
from .entering import Entering
from .expression import condition
from .frame import Frame
from .looking import Looking
from .registers import Registers
from .running import Running
from .svg import drawing

RETURN_ADDRESS = 0xC3F0     # in the hole below RAM, where no program runs


@dataclass(frozen=True)
class Call:
    """What `Machine.call` found.

    registers  after the return
    cycles     of the routine, its RTS included
    segments   float32[n, 7] as in a Frame, times from the call on: what the call drew
    stack      bytes of the stack that it used below the return address
    writes     (cycle from the call on, register 0-15, value) of each write to the VIA

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
        """Return what the call drew, for notebooks."""
        return drawing(self.segments, title=f"{len(self.segments)} strokes, {self.cycles} cycles")


def call_routine(machine: "Calling", name: str, target: int, max_cycles: int,
                 pushed: bytes) -> Call:
    """Put a return address and then `pushed` on the stack, run from `target`, and wait.

    Errors:  VecxError where it has not come back in time, or comes back with another S
    """
    m = machine.m
    stack = m.s
    machine.write(stack - 2 & 0xFFFF, RETURN_ADDRESS.to_bytes(2, "big"))
    low = stack - 2 - len(pushed)
    machine.write(low & 0xFFFF, pushed)
    m.s, m.pc = low & 0xFFFF, target
    begin, first = m.clock, m.segments
    users_log = machine.pending.divert_events()
    machine.board.s_low = m.s
    at_via = machine.watch(int(VIA_BASE), 16, writes=True)
    try:
        back = machine.run_to(RETURN_ADDRESS, max_cycles=max_cycles)
    finally:
        events = machine.take_log()
        at_via.remove()
        machine.pending.rejoin_events(users_log, events[machine.observer.asked(events)])
    if not back:
        raise VecxError(f"{name} has not returned after {m.clock - begin:,} cycles; "
                        f"PC is {machine.where(m.pc)}" + (", halted" if machine.halted else ""))
    if m.s != stack:
        raise VecxError(f"{name} returned with S ${m.s:04X}, called with ${stack:04X}")
    writes = events[(events["kind"] == log.WRITE) & (events["a"] >> 4 == VIA_BASE >> 4)]
    return Call(machine.registers, m.clock - begin, _drawn_since(machine, first, begin),
                max(0, low - machine.board.s_low),
                [(cycle - begin, at & 15, value) for cycle, _, _, at, value in writes.tolist()])


def _drawn_since(machine: "Calling", first: int, begin: int) -> np.ndarray:
    """Return the segments from number `first` on, times in cycles from `begin` on."""
    segments, frames = machine.pending.segments()[0], machine.pending.frames()
    last = machine.m.segments
    if first == last:
        return segments[:0].copy()
    drawn = segments[first - (last - len(segments)):].copy()
    starts = np.append(frames[:, F_START], machine.m.drawn_from)
    frame = np.searchsorted(frames[:, F_SEGMENTS], np.arange(first, last), side="right")
    drawn[:, 5:7] += (starts[frame] - begin)[:, None]
    return drawn


class Calling(Running, Looking, Entering):
    """A machine whose routines can be called, and that can be played until something is so."""

    def tap(self, button: int, player: int = 1, frames: int = 2) -> list[Frame]:
        """Press a button, run so many frames, let go, and run one more; return the frames.

        >>> m = Machine("connect4", preset="ideal")
        >>> _ = m.run_frames(400)
        >>> len(m.tap(4, frames=2))
        3
        """
        self.press(button, player)
        ended = self.run_frames(check_int("the number of frames", frames, 1))
        self.release(button, player)
        return ended + self.run_frames(1)

    def run_until(self, what: int | str | Callable[[Self], object], value: int | None = None,
                  frames: int = 600) -> list[Frame]:
        """Run until something is so, at most so many frames; return those that have ended.

        Args:   what   a variable, with `value` what it is to hold: looked at after each instruction
                       that writes it; or an expression (console/expression.py has the form), or a
                       function of the machine: looked at after each frame
        Errors: VecxError where it has not come, which says what is there instead; UsageError,
                VecxError for what is no expression, or a name that is not there

        >>> m = Machine("connect4", preset="ideal")
        >>> ended = m.run_until("v_state_frames", 5, frames=400)
        >>> _ = m.run_until("frame >= 300 && v_menu == 0")
        >>> _ = m.run_until(lambda m: m.frames >= 310)
        >>> m.frames
        310
        """
        most = check_int("the number of frames", frames, 1)
        if isinstance(what, str) and value is None:
            found = condition(what, self)
            return self._until(lambda: bool(found()), most, lambda: f"`{what}` is {found()}")
        if callable(what):
            wanted = what
            return self._until(lambda: bool(wanted(self)), most,
                               lambda: f"{getattr(wanted, '__name__', 'it')} says no")
        if value is None:
            raise UsageError("what a variable is to hold is missing: run_until(name, value)")
        place = self._variable(what)
        handle = self.observer.add(self.home(place.address), place.size,
                                   int(log.MARK_WRITE | log.MARK_STOP), lambda *_: None)
        try:
            return self._until(lambda: place.get(self) == value, most,
                               lambda: f"{place.name} is {place.get(self)!r}, not {value!r}")
        finally:
            handle.remove()

    def _until(self, holds: Callable[[], bool], most: int,
               words: Callable[[], str]) -> list[Frame]:
        """Run until a condition holds; it is looked at after frames and what is marked to stop.

        Errors: VecxError after so many frames, with words for what is so instead
        """
        ended: list[Frame] = []
        while not holds():
            if len(ended) >= most or self.halted:
                why = "the CPU has halted" if self.halted else f"after {most:,} frames"
                raise VecxError(f"{why}, {words()}; PC is {self.where(self.m.pc)}")
            self._run(NEVER, log.FRAME | log.ACCESS | log.HALTED)
            ended += self.pending.take_frames(most - len(ended))
        return ended

    def call(self, where: int | str, max_cycles: int = 3_000_000, pushed: bytes = b"",
             **registers: int) -> Call:
        """Call a routine and wait for its return.

        Args:    where       address or symbol
                 max_cycles  give up after so many
                 pushed      what lies on the stack above the return address, top first
                 registers   a b d x y u s dp cc to set before
        Errors:  VecxError where it has not come back in time, or comes back with another S

        >>> m = Machine("connect4", preset="ideal")
        >>> done = m.call("Random", s=0xCBEA, dp=0xC8)
        >>> done.cycles < 200, 0 <= done.registers.a <= 255
        (True, True)
        """
        target = self.address(where)
        if "pc" in registers:
            raise UsageError("no register 'pc' to call with: the address says where")
        self.set_registers(**registers)
        pushed = to_bytes("what is pushed", pushed)
        name = where if isinstance(where, str) else f"${target:04X}"
        return call_routine(self, name, target, check_int("max_cycles", max_cycles, 1, NEVER >> 1),
                            pushed)
