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

import numpy as np

from ..chips import bus
from ..console.core import Core
from ..console.entering import Entering
from ..console.frame import Frame
from ..console.looking import Looking
from ..console.running import Running

FRAMES_MOST = 6000      # two minutes
CHOICES = (0x00, 0xFF, 0x55, 0xAA, 0x01, 0x80)      # other contents of a byte; a word twice


class Console(Entering, Looking, Running):
    """A machine that nobody follows."""


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
    """Tries of one machine, from power-on on."""

    def __init__(self, machine: Core) -> None:
        self._machine = machine
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
            console.enter(what, value, cycle)
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
        machine = self._machine
        ram = machine.slot.ram
        image = machine.cartridge.image if machine.cartridge else None
        console = Console(image, machine.bios, machine.preset, machine.seed, ram=machine.ram_fill,
                          cart_ram=(ram.start, ram.stop - 1) if ram else None,
                          device=machine.device)
        for cycle, what, value in self._inputs:
            console.enter(what, value, max(cycle, console.cycles))
        return console

    def _change(self, console: Console, chance: Chance, choice: int) -> None:
        for place in chance.places:
            if bus.RAM <= place < bus.RAM_END or place in console.slot.ram \
                    or place < bus.HOLE:
                console.board.mem[place] = choice
            else:
                console.m.open_bus = choice
        if chance.register:
            name = chance.register.lower()
            value = choice if name in "ab" else choice << 8 | choice

            def scramble(here: Console) -> None:
                here.set_registers(**{name: value})

            for address in chance.behind:
                console.on_pc(address, scramble)

    def _run(self, console: Console) -> Iterator[Shown]:
        """Give what a console shows, frame after frame."""
        while True:
            frame = console.run_frames(1)[0]
            yield frame, console.take_sound()[:, 1:].tobytes()

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
