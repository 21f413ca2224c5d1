"""Records with named fields for what the compiled passes note about a broken rule.

A row of `found` has three figures (columns FIGURES of shadow.py), whose meaning depends on the
rule.  Each class here names the figures of one family of rules, in their order.  A rule names its
class as the type of its second parameter (rules.py).
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Self

from ..compiling.jit import integers
from .facts import REGISTER_BITS
from .undefined import O_SECOND

REGISTERS = (*REGISTER_BITS, "CC")
# Faults of a brightness, of the bus of the sound chip, and of a program without frames.
NEVER_SET, SET_LONG_AGO, SET_BY_STICKS = integers(0, 1, 2)
(NO_FAULT,) = integers(-1)
(AY_CHANGES, AY_JUMPS, AY_UNLATCHED, AY_ABOVE, AY_INPUT, AY_BOTH, AY_UNREAD, AY_OTHERS) = \
    integers(*range(8))
HANGS_IN_LOOP, HANGS_ON_FLAG, HANGS_IN_SYNC, HANGS_IN_CWAI = integers(0, 1, 2, 3)
NOT_DECIMAL, SHIPS_INTERRUPTED, PATTERN_NOT_ZEROED, CLEARS_OTHERWISE = integers(0, 1, 2, 3)
SUFFERS_NOTHING, DRIFTS, FADES, FALLS_SILENT = integers(0, 1, 2, 3)


@dataclass(frozen=True)
class Record:
    """The base class of all records, and the record of rules that need only a place."""

    @classmethod
    def of(cls, figures: tuple[int, ...]) -> Self:
        return cls(*figures[:len(fields(cls))])

    def steps(self) -> Iterator[tuple[str, int]]:
        """Yield the steps that led to the mistake: one or two words, and the address of each."""
        yield from ()


@dataclass(frozen=True)
class Write(Record):
    """A byte is written."""

    address: int
    value: int


@dataclass(frozen=True)
class Opcode(Record):
    """An instruction runs; `first_two` are its first two bytes."""

    first_two: int

    @property
    def code(self) -> int:
        """The opcode: two bytes if it has a prefix, otherwise one."""
        return self.first_two if self.first_two >> 8 in (0x10, 0x11) else self.first_two >> 8


@dataclass(frozen=True)
class Jump(Record):
    """Execution continues at an address."""

    target: int


@dataclass(frozen=True)
class Return(Jump):
    """A return to an address; an instruction at `pushed_at` pushed a byte of it (0: none did)."""

    pushed_at: int

    def steps(self) -> Iterator[tuple[str, int]]:
        if self.pushed_at:
            yield "pushed", self.pushed_at


@dataclass(frozen=True)
class Interrupt(Record):
    """An interrupt is entered; `handler` is the address in its vector, `source` its index in
    INTERRUPTS."""

    handler: int
    source: int


@dataclass(frozen=True)
class Call(Record):
    """A routine is called with this value of DP."""

    callee: int
    page: int


@dataclass(frozen=True)
class Read(Record):
    """An undefined value is read, and takes effect at `used_at`.

    address  of memory; the number of a register of the VIA
    """

    address: int
    used_at: int
    origin: int

    @property
    def last_pc(self) -> int:
        """The last PC of the value's origin (table of origins in values.py)."""
        return self.origin >> int(O_SECOND) & 0xFFFF

    def steps(self) -> Iterator[tuple[str, int]]:
        yield "takes effect", self.used_at


@dataclass(frozen=True)
class Overlaid(Read):
    """A variable is read after a push has overwritten it."""

    def steps(self) -> Iterator[tuple[str, int]]:
        yield "stored", self.last_pc
        yield "used again", self.used_at


@dataclass(frozen=True)
class OfRegister(Record):
    """A mistake about a register; `register` is its index in REGISTERS."""

    register: int

    @property
    def name(self) -> str:
        return REGISTERS[self.register]


@dataclass(frozen=True)
class LeftRegister(OfRegister):
    """A register is read, or flags (CC) are used, after a routine of the ROM has left them
    undefined.

    callee  the routine; 0 = the start of the cartridge
    """

    callee: int
    origin: int

    @property
    def return_address(self) -> int:
        return self.origin >> int(O_SECOND) & 0xFFFF

    def steps(self) -> Iterator[tuple[str, int]]:
        if self.callee:
            yield "called", self.return_address - 1


@dataclass(frozen=True)
class LostRegister(OfRegister):
    """A register is loaded, destroyed by a call and then used."""

    destroyed_at: int
    used_at: int

    def steps(self) -> Iterator[tuple[str, int]]:
        yield "destroyed", self.destroyed_at
        yield "used", self.used_at


@dataclass(frozen=True)
class ChangedRegister(OfRegister):
    """A routine changes a register that its contract block lists as kept."""


@dataclass(frozen=True)
class DirectPage(Record):
    """A direct address is used; `address` is the one that the source means, `page` is DP."""

    address: int
    page: int


@dataclass(frozen=True)
class Data(Record):
    """An instruction reads or writes data at an address."""

    address: int


@dataclass(frozen=True)
class Pointer(Record):
    """An instruction works on an address outside the block of data that its pointer was set to."""

    address: int
    block: int


@dataclass(frozen=True)
class Wait(Record):
    """Something happens too early or too late; `cycles` is a number that the rule defines."""

    cycles: int


@dataclass(frozen=True)
class Dac(Record):
    """The DAC is set to a signed value."""

    value: int


@dataclass(frozen=True)
class Offset(Record):
    """The distance of the beam from where it should be, in p (SCREEN_UNIT p = 1 unit)."""

    distance: int


@dataclass(frozen=True)
class Position(Record):
    """The position of the beam, in p."""

    x: int
    y: int


@dataclass(frozen=True)
class Count(Record):
    """A number of lines or bytes that is too high."""

    count: int


@dataclass(frozen=True)
class Brightness(Record):
    """The beam is lit with a doubtful brightness, which was set at `set_at` (0: never)."""

    fault: int
    set_at: int

    def steps(self) -> Iterator[tuple[str, int]]:
        if self.set_at:
            yield "sticks read" if self.fault == SET_BY_STICKS else "set", self.set_at


@dataclass(frozen=True)
class Inherited(Record):
    """A line's brightness, scale or start was set by an earlier instruction."""

    set_at: int

    def steps(self) -> Iterator[tuple[str, int]]:
        yield "set", self.set_at


@dataclass(frozen=True)
class Frame(Record):
    """Frames take more cycles than T2 was set for.

    cycles, asked  of the worst frame
    tenths         tenths of frames per second in the last second
    count, mean    such frames, and their mean number of cycles
    routine        the routine called by the main loop that took most of the worst frame; -1: none
    share          cycles of that routine in that frame
    """

    cycles: int
    asked: int
    tenths: int
    count: int = 1
    mean: int = 0
    routine: int = -1
    share: int = 0

    def steps(self) -> Iterator[tuple[str, int]]:
        if self.routine >= 0:
            yield "most expensive", self.routine


@dataclass(frozen=True)
class NoFrame(Record):
    """No frame is started for a number of cycles; `suffers`: DRIFTS, FADES, FALLS_SILENT or
    SUFFERS_NOTHING.

    routine  the routine called by the main loop that took most of these cycles; 0: none
    """

    cycles: int
    suffers: int
    routine: int

    def steps(self) -> Iterator[tuple[str, int]]:
        if self.routine:
            yield "most expensive", self.routine


@dataclass(frozen=True)
class Stuck(Record):
    """The program waits forever; `fault` is one of HANGS_..."""

    fault: int


@dataclass(frozen=True)
class SoundBus(Record):
    """A wrong function on the bus of the sound chip; `fault` is one of AY_..., `ddr_a` the value of
    DDR A."""

    fault: int
    ddr_a: int


@dataclass(frozen=True)
class Text(Record):
    """A text with a number of characters for which the ROM needs more time: `address`."""

    characters: int
    address: int

    def steps(self) -> Iterator[tuple[str, int]]:
        yield "text", self.address


@dataclass(frozen=True)
class StoredCell(Record):
    """A cell of the ROM's RAM has a value that a routine, called at `called_at`, cannot use."""

    value: int
    called_at: int
    address: int

    def steps(self) -> Iterator[tuple[str, int]]:
        yield "called", self.called_at


@dataclass(frozen=True)
class Argument(Record):
    """A routine of the ROM is called with a value that it cannot use; `fault`: NOT_DECIMAL,
    SHIPS_INTERRUPTED, PATTERN_NOT_ZEROED or CLEARS_OTHERWISE."""

    fault: int
    value: int


@dataclass(frozen=True)
class Cell(Record):
    """A cell of the ROM's RAM, from $C800 on."""

    cell: int

    @property
    def address(self) -> int:
        return 0xC800 + self.cell


@dataclass(frozen=True)
class ForgottenCell(Cell):
    """A cell that frames need, but that none of them fills or sends; the PC at which they begin."""

    frame: int

    def steps(self) -> Iterator[tuple[str, int]]:
        if self.frame > 0:
            yield "frames begin", self.frame


@dataclass(frozen=True)
class TakenCell(Cell):
    """A cell that the program has stored into, and that the ROM has then overwritten."""

    stored_at: int
    taken_at: int

    def steps(self) -> Iterator[tuple[str, int]]:
        yield "stored", self.stored_at
        yield "overwritten", self.taken_at


@dataclass(frozen=True)
class Frames(Record):
    """A number of frames for each picture."""

    count: int


@dataclass(frozen=True)
class Earlier(Record):
    """Something that an instruction at `first_at` has done before."""

    first_at: int

    def steps(self) -> Iterator[tuple[str, int]]:
        yield "before", self.first_at


@dataclass(frozen=True)
class Dark(Record):
    """The beam is lit with a negative brightness at `drawn_at`."""

    brightness: int
    drawn_at: int

    def steps(self) -> Iterator[tuple[str, int]]:
        yield "drawn", self.drawn_at


@dataclass(frozen=True)
class Header(Record):
    """The executive ROM does not start the cartridge: `fault`."""

    fault: str


@dataclass(frozen=True)
class OfText(Record):
    """A text contains a character that it should not: its address, the character."""

    address: int
    character: int

    def steps(self) -> Iterator[tuple[str, int]]:
        yield "text", self.address


@dataclass(frozen=True)
class ListValue(Record):
    """A list or a text's place contains a value that is not a coordinate: the address of its byte,
    and the value as the source has it."""

    address: int
    value: int

    def steps(self) -> Iterator[tuple[str, int]]:
        yield "byte", self.address


@dataclass(frozen=True)
class List(Record):
    """A text or list without an end, or a list that counts more pairs of bytes than its data has.

    address  of its first byte
    size     bytes searched; for a list with a count its pairs of bytes
    beyond   for a list with a count the pairs after the end of its data, else 0
    """

    address: int
    size: int
    beyond: int

    def steps(self) -> Iterator[tuple[str, int]]:
        yield "begins", self.address


@dataclass(frozen=True)
class OtherList(Record):
    """A list in the form that another routine reads: its address, and that routine's name."""

    address: int
    routine: str
