"""Witnesses: whether a random value changes the picture or the sound.

The program runs again from power-on with the same inputs, on a console that differs in that value
alone.  Its frames and sound writes are compared with those of a normal run.  The first frame that
differs is the witness; without one, the finding is dropped.

No search is made on a machine whose memory or state was set from outside, nor after more than
FRAMES_MOST frames unless `try_all` requests it.  Values that make no difference on any of the
consoles of CHOICES are missed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from ..chips import bus, log
from ..console.console import Console, Setup
from ..console.frame import Frame

FRAMES_MOST = 6000      # two minutes
CHOICES = (0x00, 0xFF, 0x55, 0xAA, 0x01, 0x80)      # other contents of a byte; a word twice


@dataclass(frozen=True)
class Chance:
    """What to change on another console: bytes of memory, or a register after calls.

    places    addresses of RAM at power-on, or where nothing answers
    register  its name; `returns` has the return addresses of the calls
    """

    places: tuple[int, ...] = ()
    register: str = ""
    returns: tuple[int, ...] = ()


Shown = tuple[Frame, bytes]


class Witnesses:
    """Searches witnesses for one machine, from power-on.

    Args: setup  the arguments of its console
    """

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._inputs: list[tuple[int, int, int]] = []
        self._usual: list[Shown] = []
        self._console: Console | None = None        # the one that is not changed
        self._running: Iterator[Shown] = iter(())
        self.possible = True
        self.frames_most = FRAMES_MOST      # longer runs are not tried

    def entered(self, cycle: int, what: int, value: int) -> None:
        self._inputs.append((cycle, what, value))
        console = self._console
        if console is not None and console.cycles <= cycle:
            console.enter([(what, value)], cycle)
        else:
            self._console, self._usual = None, []

    def tried(self, chance: Chance, frames: int) -> str | None:
        """Return the first of `frames` frames that differs; "" if none does, None if not
        possible."""
        if not self.possible or frames > self.frames_most:
            return None
        for choice in CHOICES:
            console = self._new()
            self._change(console, chance, choice)
            for number, other in enumerate(self._run(console)):
                if number > frames:
                    break
                if said := self._compared(number, other):
                    return f"with ${choice:02X} there, {said}"
        return ""

    def _new(self) -> Console:
        """Return a console in the machine's state at power-on."""
        console = Console(self._setup)
        for cycle, what, value in self._inputs:
            console.enter([(what, value)], max(cycle, console.cycles))
        return console

    def _change(self, console: Console, chance: Chance, choice: int) -> None:
        for place in chance.places:
            if bus.RAM <= place < bus.RAM_END or place in console.memory.cart_ram \
                    or place < bus.HOLE:
                console.chips.board.mem[place] = choice
            else:
                console.chips.state.open_bus = choice
        if chance.register:
            name = chance.register.lower()
            value = choice if name in "ab" else choice << 8 | choice
            for address in chance.returns:
                console.hooks.add(address, 1, int(log.MARK_BREAK),
                                  partial(console.set_registers, **{name: value}))

    def _run(self, console: Console) -> Iterator[Shown]:
        """Yield the frames and sound writes of a console."""
        while True:
            frame = console.run_frames(1)[0]
            yield frame, console.output.take_sound()[:, 1:].tobytes()

    def _compared(self, number: int, other: Shown) -> str:
        """Return how a frame differs from that of the normal console; "" if it does not."""
        if self._console is None:
            self._console = self._new()
            self._running = self._run(self._console)
        while len(self._usual) <= number:
            self._usual.append(next(self._running))
        frame, sound = self._usual[number]
        if sound != other[1]:
            return f"frame {number} sounds different"
        return "" if alike(frame, other[0]) else f"frame {number} shows a different picture"


def alike(one: Frame, other: Frame) -> bool:
    """Return whether two frames show the same picture, in any cycles."""
    return np.array_equal(one.segments[:, :5], other.segments[:, :5]) or one.same_as(other)
