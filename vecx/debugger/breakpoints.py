"""Breakpoints: where or when to stop, under which condition, after how often; log points.

A breakpoint that says `log` stops nowhere: it writes its text, in which {EXPR} stands for a value.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from ..chips import log
from ..chips.bus import VIA_BASE
from ..console.expression import Value
from ..console.frame import Frame
from ..errors import UsageError, VecxError, shown
from ..trace import VIA_NAMES

RUN, READ, WRITE, ACCESS, CHANGE, ALWAYS, EVENT = \
    "run", "read", "write", "access", "change", "if", "on"
MARKS = {RUN: log.MARK_BREAK, READ: log.MARK_READ | log.MARK_STOP,
         WRITE: log.MARK_WRITE | log.MARK_STOP, CHANGE: log.MARK_WRITE | log.MARK_STOP,
         ACCESS: log.MARK_READ | log.MARK_WRITE | log.MARK_STOP}
EVENTS = ("overrun", "strict", "interrupt", "new", "vectors N", "rect X0,Y0,X1,Y1")
INTERRUPT_VECTORS = 0xFFF2, 0xFFF4, 0xFFF6, 0xFFF8, 0xFFFA, 0xFFFC
UNIT = 127.0        # p in a screen unit
PART = re.compile(r"\{([^{}]*)\}")


@dataclass(eq=False)
class Breakpoint:
    """One breakpoint.

    kind       run, read, write, access, change, if (looked at whenever what it hangs on changes,
               or else after every instruction), on (an event)
    words      what the user called the place or the event
    first, count   the addresses, for the kinds that have some
    condition  holds where it is not 0, or is absent
    after      stop only from the hit of this number on, counted from 1
    once       it goes when it has stopped the program
    message    for a log point
    numbers    of the event
    hits       how often it was hit, its condition held

    """

    number: int
    kind: str
    words: str
    first: int = 0
    count: int = 0
    condition: str = ""
    after: int = 1
    once: bool = False
    message: str = ""
    numbers: tuple[float, ...] = ()
    hits: int = 0
    holds: Value | None = None
    parts: list[str | Value] = field(default_factory=list)
    before: bytes = b""         # what the cells of `change` held
    cells: list[tuple[int, int]] | None = None      # of RAM that `if` hangs on, if on nothing else

    def __str__(self) -> str:
        more = [f"if {self.condition}"] if self.condition and self.kind != ALWAYS else []
        more += [f"after {self.after}"] if self.after > 1 else []
        more += ["once"] if self.once else []
        more += [f"log {self.message}"] if self.message else []
        more += [f"({self.hits} hit{'s' * (self.hits != 1)})"] if self.hits else []
        return " ".join([f"{self.number}: {self.kind}", self.words, *more])

    def text(self) -> str:
        """Return a log point's text, with its values."""
        return "".join(part if isinstance(part, str) else f"{part()}" for part in self.parts)


def parts_of(message: str, compile: Callable[[str], Value]) -> list[str | Value]:
    """Return a log point's text cut at its {EXPR}.  Errors: UsageError, VecxError."""
    cut = PART.split(message)
    return [compile(part) if number % 2 else part for number, part in enumerate(cut)]


class Places(Protocol):
    """What a place is looked up in."""

    def address(self, where: int | str) -> int: ...


def place_of(text: str, machine: Places) -> int:
    """Return the address that a text names: $C880, a symbol, symbol+3, a register of the VIA.

    Errors: UsageError, VecxError
    """
    name, sign, offset = text.strip().partition("+")
    try:
        if name.upper() in VIA_NAMES:
            base = int(VIA_BASE) + VIA_NAMES.index(name.upper())
        elif name.startswith(("$", "0x")):
            base = int(name.removeprefix("$").removeprefix("0x"), 16)
        else:
            base = machine.address(int(name) if name.isdigit() else name)
        return machine.address(base + (int(offset.removeprefix("$"), 16 if "$" in offset else 10)
                                       if sign else 0))
    except ValueError:
        raise UsageError(f"{shown(text)} is no place: give a symbol, symbol+3, $C880, FILE:LINE or "
                         "a register of the VIA, as ORB") from None


def event_of(text: str) -> tuple[str, tuple[float, ...]]:
    """Return an event's name and numbers.  Errors: UsageError says which there are."""
    name, _, rest = text.strip().partition(" ")
    try:
        numbers = tuple(float(part) for part in rest.replace(",", " ").split())
    except ValueError:
        numbers = (float("nan"),)
    counts = {event.split()[0]: len(event.replace(",", " ").split()) - 1 for event in EVENTS}
    if counts.get(name) != len(numbers) or any(number != number for number in numbers):
        raise UsageError(f"{shown(text)} is no event; those are {', '.join(EVENTS)}")
    return name, numbers


def met(point: Breakpoint, frame: Frame) -> tuple[int, str] | None:
    """Say where a frame that has ended meets an event, a cycle, and in words; None where not."""
    match point.words.split()[0]:
        case "overrun" if frame.budget.overrun and frame.index:
            return (frame.start_cycle + frame.cycles,
                    f"frame {frame.index} overran: {frame.budget.work_cycles:,} cycles of work")
        case "vectors" if frame.budget.vectors > point.numbers[0]:
            return (frame.start_cycle + frame.cycles,
                    f"frame {frame.index} has {frame.budget.vectors} vectors")
        case "rect":
            found = first_inside(frame.segments[:, :4] / UNIT, point.numbers)
            if found is not None:
                cycle = int(frame.causes[found, 1])
                return cycle, f"the beam enters the rectangle with stroke {found} of frame " \
                              f"{frame.index}"
    return None


def first_inside(lines: np.ndarray, corners: tuple[float, ...]) -> int | None:
    """Return the first line that touches a rectangle.

    Args: lines    float[n, 4]: x0 y0 x1 y1
          corners  two opposite ones, x0 y0 x1 y1, in the same unit
    """
    low = np.minimum(corners[:2], corners[2:])
    high = np.maximum(corners[:2], corners[2:])
    begin, way = lines[:, :2].astype(float), (lines[:, 2:] - lines[:, :2]).astype(float)
    enters, leaves = np.zeros(len(lines)), np.ones(len(lines))
    for axis in (0, 1):
        with np.errstate(divide="ignore", invalid="ignore"):
            one = (low[axis] - begin[:, axis]) / way[:, axis]
            two = (high[axis] - begin[:, axis]) / way[:, axis]
        flat = way[:, axis] == 0
        inside = (begin[:, axis] >= low[axis]) & (begin[:, axis] <= high[axis])
        enters = np.maximum(enters, np.where(flat, np.where(inside, 0, 2), np.minimum(one, two)))
        leaves = np.minimum(leaves, np.where(flat, 1, np.maximum(one, two)))
    there = np.flatnonzero(enters <= leaves)
    return int(there[0]) if len(there) else None


def no_breakpoint(number: int) -> VecxError:
    """Return the error for a number that no breakpoint has."""
    return VecxError(f"there is no breakpoint {number}; `breakpoints` lists those there are")
