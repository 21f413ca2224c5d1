"""Witnesses: whether a value of chance changes what a console shows.

An accusation of chance is tried: the program runs once more from power-on with the same inputs, on
a console that differs in that value alone, and the pictures and what the sound chip is told are
compared with those of a run that does not differ.  The first frame that is another is the witness;
where there is none, nobody is accused.

What is not tried: a machine whose memory or state was set from outside, and, unless somebody
asks for it, runs of more than FRAMES_MOST frames.  What is missed: a value that matters in none of
the consoles of CHOICES.
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
    """What may be otherwise: bytes of memory, or a register behind calls.

    places    addresses: of RAM at power-on, or where nothing answers
    register  its name; `behind` the addresses that the calls return to
    """

    places: tuple[int, ...] = ()
    register: str = ""
    behind: tuple[int, ...] = ()


Shown = tuple[Frame, bytes]


class Witnesses:
    """Tries of one machine, from power-on on.

    Args: setup  what its console was made of
    """

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._inputs: list[tuple[int, int, int]] = []
        self._usual: list[Shown] = []
        self._console: Console | None = None        # that shows the usual frames
        self._running: Iterator[Shown] = iter(())
        self.possible = True
        self.frames_most = FRAMES_MOST      # longer runs are not tried

    def entered(self, cycle: int, what: int, value: int) -> None:
        """Note an input of the machine."""
        self._inputs.append((cycle, what, value))
        console = self._console
        if console is not None and console.cycles <= cycle:
            console.enter([(what, value)], cycle)
        else:
            self._console, self._usual = None, []

    def tried(self, chance: Chance, frames: int) -> str | None:
        """Return the first frame that is another one; an empty text where none of so many is.

        Returns: None where it cannot be tried
        """
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
        """Return a console as the machine was at power-on."""
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
            for address in chance.behind:
                console.hooks.add(address, 1, int(log.MARK_BREAK),
                                  partial(console.set_registers, **{name: value}))

    def _run(self, console: Console) -> Iterator[Shown]:
        """Give what a console shows, frame after frame."""
        while True:
            frame = console.run_frames(1)[0]
            yield frame, console.output.take_sound()[:, 1:].tobytes()

    def _compared(self, number: int, other: Shown) -> str:
        """Say how a frame differs from the same of the usual console; an empty text: not at all."""
        if self._console is None:
            self._console = self._new()
            self._running = self._run(self._console)
        while len(self._usual) <= number:
            self._usual.append(next(self._running))
        frame, sound = self._usual[number]
        if sound != other[1]:
            return f"frame {number} sounds otherwise"
        return "" if alike(frame, other[0]) else f"frame {number} shows another picture"


def alike(one: Frame, other: Frame) -> bool:
    """Say whether two frames show the same; the cycle does not count."""
    return np.array_equal(one.segments[:, :5], other.segments[:, :5]) or one.same_as(other)
