"""What the compiled passes record about a broken rule, as records with named fields.

A row of `found` has three figures (columns FIGURES of shadow.py), whose meaning depends on the
rule.  Each class here names those of one family of rules, in that order; a rule names its class as
the type of its second parameter (rules.py).
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Self

from ..compiling.jit import integers
from .facts import REGISTER_BITS
from .undefined import O_SECOND

REGISTERS = tuple(REGISTER_BITS)
# What is wrong: with a brightness, with the bus of the sound chip, and without frames.
NEVER_SET, SET_LONG_AGO, SET_BY_STICKS = integers(0, 1, 2)
(NO_FAULT,) = integers(-1)
(AY_CHANGES, AY_JUMPS, AY_UNLATCHED, AY_ABOVE, AY_INPUT, AY_BOTH, AY_UNREAD, AY_OTHERS) = \
    integers(*range(8))
SUFFERS_NOTHING, DRIFTS, FADES, FALLS_SILENT = integers(0, 1, 2, 3)


@dataclass(frozen=True)
class Record:
    """A rule about an instruction itself: there is nothing to add to its place."""

    @classmethod
    def of(cls, figures: tuple[int, ...]) -> Self:
        """Return the record of a row's figures."""
        return cls(*figures[:len(fields(cls))])

    def steps(self) -> Iterator[tuple[str, int]]:
        """Yield what led to the mistake: a word or two, and the address where it happened."""
        yield from ()


@dataclass(frozen=True)
class Write(Record):
    """A byte is written."""

    address: int
    value: int


@dataclass(frozen=True)
class Jump(Record):
    """The program continues at an address."""

    target: int


@dataclass(frozen=True)
class Interrupt(Record):
    """An interrupt is entered: the address its vector leads to, and its index in INTERRUPTS."""

    handler: int
    source: int


@dataclass(frozen=True)
class Call(Record):
    """A routine is called while DP has this value."""

    callee: int
    page: int


@dataclass(frozen=True)
class Read(Record):
    """A value without a meaning is read, and used at `used_at`.

    address  of memory; the number of a register of the VIA
    """

    address: int
    used_at: int
    origin: int

    @property
    def last_pc(self) -> int:
        """The last PC of its origin (ORIGIN_... of values.py)."""
        return self.origin >> int(O_SECOND) & 0xFFFF

    def steps(self) -> Iterator[tuple[str, int]]:
        """Yield where the value takes effect."""
        yield "takes effect", self.used_at


@dataclass(frozen=True)
class Overlaid(Read):
    """A variable is read that a push has overwritten."""

    def steps(self) -> Iterator[tuple[str, int]]:
        """Yield where the variable was stored, and where it is used again."""
        yield "stored", self.last_pc
        yield "used again", self.used_at


@dataclass(frozen=True)
class LeftRegister(Record):
    """A register is read as a routine left it."""

    register: int
    callee: int
    origin: int

    @property
    def name(self) -> str:
        """The name of the register."""
        return REGISTERS[self.register]

    @property
    def return_address(self) -> int:
        """The address that the call returned to."""
        return self.origin >> int(O_SECOND) & 0xFFFF

    def steps(self) -> Iterator[tuple[str, int]]:
        """Yield the call."""
        yield "called", self.return_address - 1


@dataclass(frozen=True)
class LostRegister(Record):
    """A register is loaded, destroyed by a call and then used."""

    register: int
    destroyed_at: int
    used_at: int

    @property
    def name(self) -> str:
        """The name of the register."""
        return REGISTERS[self.register]

    def steps(self) -> Iterator[tuple[str, int]]:
        """Yield where it is destroyed and where it is used."""
        yield "destroyed", self.destroyed_at
        yield "used", self.used_at


@dataclass(frozen=True)
class ChangedRegister(Record):
    """A routine changes a register."""

    register: int

    @property
    def name(self) -> str:
        """The name of the register."""
        return REGISTERS[self.register]


@dataclass(frozen=True)
class DirectPage(Record):
    """A direct address is used: the address that the source means, and DP."""

    address: int
    page: int


@dataclass(frozen=True)
class Data(Record):
    """An instruction works on data at an address."""

    address: int


@dataclass(frozen=True)
class Pointer(Record):
    """An instruction works at an address through a pointer that was set to a block of data."""

    address: int
    block: int


@dataclass(frozen=True)
class Wait(Record):
    """Something happens too early or too late, by or after a number of cycles."""

    cycles: int


@dataclass(frozen=True)
class Dac(Record):
    """The DAC is set to a signed value."""

    value: int


@dataclass(frozen=True)
class Offset(Record):
    """The beam is off by a distance, in p (SCREEN_UNIT of chips/beam.py p are a screen unit)."""

    distance: int


@dataclass(frozen=True)
class Position(Record):
    """The beam is at a position, in p."""

    x: int
    y: int


@dataclass(frozen=True)
class Count(Record):
    """Something is too many: lines drawn, or bytes."""

    count: int


@dataclass(frozen=True)
class Brightness(Record):
    """The beam is lit with a doubtful brightness: why, and where it was set (0: never)."""

    fault: int
    set_at: int

    def steps(self) -> Iterator[tuple[str, int]]:
        """Yield where it was set."""
        if self.set_at:
            yield "sticks read" if self.fault == SET_BY_STICKS else "set", self.set_at


@dataclass(frozen=True)
class Inherited(Record):
    """The beam is lit with the brightness that another routine set."""

    set_at: int

    def steps(self) -> Iterator[tuple[str, int]]:
        """Yield where it was set."""
        yield "set", self.set_at


@dataclass(frozen=True)
class Frame(Record):
    """A frame takes a number of cycles.

    asked   cycles that T2 was set for
    tenths  tenths of frames per second in the last second
    """

    cycles: int
    asked: int
    tenths: int


@dataclass(frozen=True)
class NoFrame(Record):
    """No frame is started for a number of cycles; what suffers, DRIFTS, FADES or FALLS_SILENT."""

    cycles: int
    suffers: int


@dataclass(frozen=True)
class SoundBus(Record):
    """A function of the sound chip's bus is wrong: an AY_..., and DDR A then."""

    fault: int
    ddr_a: int


@dataclass(frozen=True)
class List(Record):
    """A text or list has no end, or a list more pairs of bytes than its data.

    address  where it begins
    size     bytes that were searched; pairs of bytes of a list with a count
    beyond   pairs after the end of the data of a list with a count, else 0
    """

    address: int
    size: int
    beyond: int
