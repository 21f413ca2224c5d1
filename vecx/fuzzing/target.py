"""Runs plays on a machine, and reports the code, the states and the faults of each play.

Most plays run on a machine without output.  Feedback is the set of instructions that ran, and of
values that variables had: each byte of RAM has classes of values, so that a play that brings a
counter to another order of magnitude counts as new [annotations of state: Aschermann et al.,
"IJON: Exploring Deep State Spaces via Fuzzing", S&P 2020].  A play is continued from a snapshot of
the longest part that another play had in common with it.
"""

import zlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ..console.expression import condition
from ..console.snapshot import Kept
from ..errors import UsageError
from ..machine import Machine
from ..play.headless import skip_title
from .faults import STRICT_KINDS, Fault, Judge, strict_faults
from .plays import UNKNOWN, Play, enter

VARIABLES = slice(0x80, 0x3A0)      # of RAM: after the ROM's variables, up to the stack
CLASSES = 16                        # of the values of a byte
FRAMES_AT_ONCE = 4                  # between two looks at RAM
SILENT_FRAMES_MAX = 60              # after a play that ends in the dark, until it is a hang
POINTS_MAX = 1500                   # cached snapshots
STATES = 1024 * CLASSES
STATE_BASE = np.arange(1024)[VARIABLES] * CLASSES
CLASS_OF = np.array([value if value < 8 else 4 + (value.bit_length() + 1) + (value > 191)
                     for value in range(256)])


@dataclass(frozen=True)
class Recipe:
    """How to make the machine that runs plays; a recipe can be sent to another process.

    arguments   of Machine, without output and strict
    start       a snapshot to begin with; empty: power-on, and plays begin with the program
    conditions  expressions that must not become true
    lasting     expressions that must not stay true for a number of frames
    strict      whether plays are checked on the strict machine too
    unconfirmed whether its findings that depend on chance count without a witness
    """

    arguments: dict[str, Any]
    start: bytes = b""
    conditions: tuple[str, ...] = ()
    lasting: tuple[tuple[int, str], ...] = ()
    strict: bool = True
    unconfirmed: bool = False

    def machine(self, **options: Any) -> Machine:
        """Return a machine at the start of the recipe; the title is not skipped yet."""
        machine = Machine(**self.arguments, **options)
        if self.start:
            machine.restore(self.start)
        return machine


def recipe_of(machine: Machine, start: bytes = b"", conditions: Sequence[str] = (),
              lasting: Sequence[tuple[int, str]] = (), *, strict: bool = True,
              unconfirmed: bool = False) -> Recipe:
    """Return the recipe of a machine.

    Errors: UsageError, VecxError for an invalid expression, or an unknown name in one
    """
    if machine.cartridge is None:
        raise UsageError("there is no cartridge to play: give CART")
    for text in (*conditions, *(text for _, text in lasting)):
        condition(text, machine)
    arguments = {name: value for name, value in machine.portable_arguments().items()
                 if name not in ("strict", "picture", "sound")}
    if machine.console.setup.preset != "custom":        # movies name it
        arguments["preset"] = machine.console.setup.preset
    return Recipe(arguments, start, tuple(conditions), tuple(lasting), strict,
                  unconfirmed)


class Point(NamedTuple):
    """A point within a play: the machine's state, the code and states reached and the faults shown
    so far, the pads, and counters.

    The maps are packed.
    """

    kept: Kept
    code: np.ndarray
    states: np.ndarray
    faults: tuple[Fault, ...]
    pads: int
    lasted: tuple[int, ...]


@dataclass
class Trace:
    """The code, states and faults of a play.

    code     bool for each address of the cartridge: an instruction there ran
    states   bool for each class of values of each byte: it had such a value
    faults   what it showed, each once
    frames   how many were run for it: not those before the snapshot it continued from
    """

    code: np.ndarray
    states: np.ndarray
    faults: list[Fault] = field(default_factory=list)
    frames: int = 0

    @property
    def path(self) -> int:
        """A checksum of the code that ran; plays with equal checksums took the same path."""
        return zlib.crc32(np.packbits(self.code).tobytes())


class Target:
    """Runs plays on one machine.

    >>> from vecx.fuzzing.target import Target, recipe_of
    >>> target = Target(recipe_of(Machine("connect4")))
    >>> trace = target.run(((4, 8), (30, 0)))
    >>> trace.faults, trace.frames, int(trace.code.sum()) > 300
    ([], 34, True)
    """

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.machine = machine = recipe.machine(picture=False, sound=False)
        assert machine.cartridge is not None
        self._end = min(len(machine.cartridge.image), 0xC000)
        machine.cover(0, self._end)
        self._judge = Judge(machine, recipe.conditions, recipe.lasting)
        if not recipe.start:
            skip_title(machine)
        self.title_frames = 0 if recipe.start else machine.frames
        begin = Point(machine.keep(), np.packbits(self._take_code()),
                      np.zeros(STATES // 8, np.uint8), (), UNKNOWN, self._judge.lasted)
        self._points: OrderedDict[Play, Point] = OrderedDict({(): begin})
        self._cut = False       # the last frame was cut: a snapshot would lose how long it is dark
        self._at_once = 1 if recipe.conditions or recipe.lasting else FRAMES_AT_ONCE

    def _take_code(self) -> np.ndarray:
        return self.machine.hooks.take_covered()[:self._end]

    @property
    def code_bytes(self) -> int:
        return self._end

    def run(self, play: Play, *, keep: bool = False) -> Trace:
        """Run a play from the start, or from the snapshot of an earlier play with the same
        beginning.

        Args: keep  keep snapshots for plays that begin alike
        """
        machine = self.machine
        done, point = self._longest(play)
        machine.restore(point.kept)
        self._judge.begin(point.lasted)
        trace = Trace(np.unpackbits(point.code, count=self._end).view(bool),
                      np.unpackbits(point.states).view(bool), list(point.faults))
        pads = point.pads
        for at in range(done, len(play)):
            frames, now = play[at]
            enter(machine, now, pads)
            pads = now
            over = self._run(frames, trace)
            trace.code |= self._take_code()
            if over:
                break
            if keep and not self._cut:
                self._keep(play[:at + 1], Point(
                    machine.keep(), np.packbits(trace.code), np.packbits(trace.states),
                    tuple(trace.faults), pads, self._judge.lasted))
        return trace

    def _longest(self, play: Play) -> tuple[int, Point]:
        for count in range(len(play), 0, -1):
            point = self._points.get(play[:count])
            # A play whose end is a known state has to run at least its last step.
            if point and count < len(play):
                self._points.move_to_end(play[:count])
                return count, point
        return 0, self._points[()]

    def _keep(self, part: Play, point: Point) -> None:
        self._points[part] = point
        while len(self._points) > POINTS_MAX:
            oldest = next(iter(self._points))
            if not oldest:
                self._points.move_to_end(oldest)
                continue
            del self._points[oldest]

    def _run(self, frames: int, trace: Trace) -> bool:
        """Run some frames of a play; return True if a fault ends it."""
        machine, cut = self.machine, False
        while frames > 0:
            ended = machine.run_frames(min(frames, self._at_once))
            frames -= len(ended)
            trace.frames += len(ended)
            ram = np.frombuffer(machine.ram, np.uint8)[VARIABLES]
            trace.states[STATE_BASE + CLASS_OF[ram]] = True
            if self._judge.look(ended, trace.faults):
                return True
            cut = ended[-1].cut
        extra = 0
        while cut and extra < SILENT_FRAMES_MAX:        # perhaps a hang: wait until that is clear
            ended = machine.run_frames(1)
            extra += 1
            trace.frames += 1
            if self._judge.look(ended, trace.faults):
                return True
            cut = ended[-1].cut
        self._cut = cut
        return False

    def check(self, play: Play) -> tuple[list[Fault], int]:
        """Run a play on a new strict machine; return the machine's faults and the number of
        frames."""
        machine = self.recipe.machine(strict=True)
        if self.recipe.unconfirmed and machine.strict:
            machine.strict.try_none()
        machine.run_frames(self.title_frames)
        before, total = UNKNOWN, self.title_frames
        for frames, pads in play:
            enter(machine, pads, before)
            before = pads
            machine.run_frames(frames)
            total += frames
            if machine.halted or machine.astray:
                break
        return strict_faults(machine), total


def faults_of(target: Target, play: Play, kind: str) -> list[Fault]:
    """Return the faults of a play.  The play runs on the strict machine if `kind` is one of
    STRICT_KINDS."""
    return target.check(play)[0] if kind in STRICT_KINDS else target.run(play).faults
