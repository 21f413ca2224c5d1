"""Witnesses: frames that show whether a random value changes the picture or the sound.

The program runs again from power-on, on a console that differs in that value alone, and on one that
does not differ.  Both have the beam of the preset `ideal`, whose picture does not depend on time,
and get each input in the frame in which the machine got it: a difference of a few cycles moves
nothing.  The first frame that draws or sounds different is the witness; without one, the finding is
dropped.  Strokes and sounds that only come earlier or later, also in another frame, are no
difference.

No search is made on a machine whose memory or state was set from outside, nor after more than
FRAMES_MOST frames unless `try_all` requests it.  Values that make no difference on any of the
consoles of CHOICES are missed.
"""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from ..chips import bus, log
from ..console import analog
from ..console.console import Console, Setup
from ..console.frame import Frame
from ..errors import VecxError
from .facts import ALL_FLAGS

FRAMES_MOST = 6000      # two minutes
CHOICES = (0x00, 0xFF, 0x55, 0xAA, 0x01, 0x80)      # other contents of a byte; a word twice
COMPARED_MOST = 1000    # strokes of a frame whose order may differ
# Frames by which a console may be behind the other, at the end of the run without any new stroke;
# and a part of the run, for a program that does not wait for frames.
LATE_MOST, SILENT_AT_END_MOST, LATE_PART = 8, 1, 4
NEAR, LIGHT = 1.0, 0.02         # of equal strokes: distance of their ends, p; difference of light


@dataclass(frozen=True)
class Chance:
    """What differs on a witness console: bytes of memory, or a register after calls.

    places    the addresses of these bytes: in RAM at power-on, or where nothing answers
    register  the register's name; `returns` has the return addresses of the calls
    """

    places: tuple[int, ...] = ()
    register: str = ""
    returns: tuple[int, ...] = ()


Shown = tuple[Frame, np.ndarray]        # a frame, and its writes to the sound chip
Input = tuple[int, int, int]            # frame, what, value


class Witnesses:
    """Searches for witnesses for one machine, from power-on.

    Args: setup  the arguments of its console
    """

    def __init__(self, setup: Setup) -> None:
        self._setup = replace(setup, preset="ideal", analog=analog.load("ideal"))
        self._inputs: list[Input] = []
        self._usual: list[Shown] = []
        self._replay: _Replay | None = None         # of the console that is not changed
        self.possible = True
        self.frames_most = FRAMES_MOST      # longer runs are not tried

    def entered(self, frame: int, what: int, value: int) -> None:
        """Note an input, and the frame in which it takes effect."""
        self._inputs.append((frame, what, value))
        if frame < len(self._usual):
            self._replay, self._usual = None, []

    def tried(self, chance: Chance, frames: int) -> str | None:
        """Return a description of the first of `frames` frames that differs.  Return "" if no frame
        differs, and None if the search is not possible."""
        if not self.possible or frames > self.frames_most:
            return None
        try:
            for choice in CHOICES:
                replay = _Replay(self._setup, self._inputs)
                _change(replay.console, chance, choice)
                if said := self._compared(replay, frames):
                    return f"with ${choice:02X} there, {said}"
        except VecxError:       # one of them cannot be run so far
            return None
        return ""

    def _compared(self, replay: "_Replay", frames: int) -> str:
        """Return which frame differs from that of the normal console, and how; "" if no frame
        differs."""
        strokes, sounds = _Streams(), _Streams()
        for number in range(frames + 1):
            (frame, sound), (other, heard) = self._frame(number), replay.next()
            if not sounds.agree(number, sound, heard):
                return f"frame {sounds.since} sounds different"
            if strokes.level and alike(frame, other):
                continue
            if not strokes.agree(number, frame.segments[:, :5], other.segments[:, :5]):
                return f"frame {strokes.since} shows a different picture"
        for streams, said in (sounds, "sounds different"), (strokes, "shows a different picture"):
            if streams.silent(frames) > SILENT_AT_END_MOST:
                return f"frame {streams.since} {said}"
        return ""

    def _frame(self, number: int) -> Shown:
        if self._replay is None:
            self._replay = _Replay(self._setup, self._inputs)
        while len(self._usual) <= number:
            self._usual.append(self._replay.next())
        return self._usual[number]


class _Replay:
    """A console that runs from power-on and receives each input in the recorded frame; `inputs` may
    grow."""

    def __init__(self, setup: Setup, inputs: list[Input]) -> None:
        self.console = Console(setup)
        self._inputs, self._entered = inputs, 0

    def next(self) -> Shown:
        """Enter the inputs of the next frame, run it, and return its strokes and sound."""
        console = self.console
        while self._entered < len(self._inputs) \
                and self._inputs[self._entered][0] <= console.frames:
            _, what, value = self._inputs[self._entered]
            console.enter([(what, value)])
            self._entered += 1
        frame = console.run_frames(1)[0]
        return frame, console.output.take_sound()[:, 1:]


class _Streams:
    """Two streams of rows that should be equal, although one may lag behind the other."""

    def __init__(self) -> None:
        # Of each: frame and rows that the other did not have yet; the last frame with any row.
        self._rests: tuple[list[tuple[int, np.ndarray]], ...] = [], []
        self._last = [0, 0]

    @property
    def level(self) -> bool:
        """True if neither stream lags behind the other."""
        return not any(self._rests)

    @property
    def since(self) -> int:
        """The first frame with rows that have not yet appeared in the other stream."""
        return min(rest[0][0] for rest in self._rests if rest)

    def silent(self, number: int) -> int:
        """Return the number of frames for which the lagging stream has had no rows."""
        return 0 if self.level else number - min(self._last)

    def agree(self, number: int, one: np.ndarray, other: np.ndarray) -> bool:
        """Add a frame's rows to both streams; return False if the streams differ."""
        for which, rows in enumerate((one, other)):
            if len(rows):
                self._rests[which].append((number, rows))
                self._last[which] = number
        mine, theirs = self._rests
        while mine and theirs:
            both = min(len(mine[0][1]), len(theirs[0][1]))
            distance = np.abs(mine[0][1][:both].astype(float) - theirs[0][1][:both])
            if (distance[:, :4] > NEAR).any() or (distance[:, 4:] > LIGHT).any():
                return False
            for rest in self._rests:
                frame, rows = rest.pop(0)
                if len(rows) > both:
                    rest.insert(0, (frame, rows[both:]))
        return self.silent(number) < LATE_MOST and (
            self.level or number - self.since < LATE_MOST + number // LATE_PART)


def _change(console: Console, chance: Chance, choice: int) -> None:
    for place in chance.places:
        if bus.RAM <= place < bus.RAM_END or place in console.memory.cart_ram or place < bus.HOLE:
            console.chips.board.mem[place] = choice
        else:
            console.chips.state.open_bus = choice
    for address in chance.returns:
        console.hooks.add(address, 1, int(log.MARK_BREAK),
                          partial(_set_register, console, chance.register.lower(), choice))


def _set_register(console: Console, name: str, choice: int) -> None:
    value = choice if name in ("a", "b") else choice << 8 | choice
    if name == "cc":
        value = console.chips.registers.cc & ~ALL_FLAGS | choice & ALL_FLAGS
    console.set_registers(**{name: value})


def alike(one: Frame, other: Frame) -> bool:
    """Return whether two frames show the same picture.  Times are ignored, and if the frames have
    few strokes, so is their order."""
    if np.array_equal(one.segments[:, :5], other.segments[:, :5]):
        return True
    few = max(len(one.segments), len(other.segments)) <= COMPARED_MOST
    return few and one.same_as(other)
