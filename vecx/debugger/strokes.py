"""Find the source line that drew a stroke on the screen, and the strokes that a source line drew.

A frame is run again with everything logged.  A stroke knows the VIA write that began it; the values
that turned the beam are the last ones written to port A before that, and each is traced back to the
memory that it was read from.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from asm.cpu import isa
from asm.output.debuginfo import Where

from ..chips import bus, log
from ..chips.beam import SCREEN_UNIT
from ..console.frame import Frame
from ..errors import VecxError
from ..machine import Machine
from ..measure.trace import CallTree
from ..play import pointing
from .inspector import Inspector
from .replay import Replay
from .timeline import Timeline

BACK_MAX = 40           # instructions between a value's read and write that are traced
CELLS_MAX = 8           # RAM cells on the way of a value that are traced
FOLLOWED = frozenset("abxyu")
INSTRUCTION_CYCLES = 24 # upper bound of an instruction's cycles
LEAD = 3_000            # cycles before a frame that are logged as well
ORB, ORA, ORA_PLAIN = (int(bus.VIA_BASE) + register for register in (0, 1, 15))
MUX_OFF = 1             # bit of port B: the multiplexer is switched off


class Cell(NamedTuple):
    """A RAM cell that a value passed through, with the PCs that read and wrote the cell."""

    address: int
    reader: int
    writer: int


@dataclass(frozen=True)
class Written:
    """A value that deflected the beam, and where it came from.

    what     y or x, the deflection that it sets
    value    signed, as in the DAC
    pc       of the instruction that wrote it to port A
    source   the address it was read from, -1 if it could not be traced
    reader   PC that read it there, or -1
    cells    of RAM on its way, the last one first
    """

    what: str
    value: int
    pc: int
    source: int = -1
    reader: int = -1
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Origin:
    """The origin of a stroke: the write that began it, and the values that deflected the beam."""

    number: int
    frame: int
    line: tuple[float, float, float, float]     # x0 y0 x1 y1 in screen units
    pc: int
    cycle: int
    values: tuple[Written, ...]
    caller: int | None = None       # of the ROM, if the ROM wrote


class Strokes:
    """Finds the origins of strokes in frames that have ended."""

    def __init__(self, machine: Machine, timeline: Timeline, replay: Replay,
                 inspector: Inspector) -> None:
        self._machine, self._timeline = machine, timeline
        self._replay, self._inspector = replay, inspector

    def log(self, frame: Frame | None) -> "FrameLog":
        """Run a frame again with everything logged; the session's position does not change.

        Args: frame  None: the current frame, so far
        """
        now = self._machine.cycles
        if frame:
            index, segments, causes = frame.index, frame.segments, frame.causes
            start, end = frame.start_cycle, frame.start_cycle + frame.cycles
        else:
            index, start, end = self._machine.frames, self._machine.chips.frame_begin, now
            segments, causes = (part.copy() for part in self._machine.output.segments())
        begin = max(self._timeline.begin, start - LEAD)
        try:
            self._timeline.go(begin)
            tree = CallTree(self._inspector.tracer)
            rows = self._replay.logged_all(begin, end)
        finally:
            self._timeline.go(now)
        tree.add(rows)
        return FrameLog(index, segments, causes, rows, tree, self._inspector)


class FrameLog:
    """The strokes of a frame, with a log of everything that the program did during the frame.

    All its program counters are places: addresses, $10000 higher in bank 1.

    Args: rows  the log of the frame and of some cycles before it
          tree  the calls of these rows
    """

    def __init__(self, index: int, segments: np.ndarray, causes: np.ndarray, rows: np.ndarray,
                 tree: CallTree, inspector: Inspector) -> None:
        self.index, self.segments, self.causes = index, segments, causes
        self._rows, self._tree, self._inspector = rows.copy(), tree, inspector
        self._rows["pc"] = tree.places(rows["pc"], rows["cycle"])
        self._drawers = tree.places(causes[:, 0], causes[:, 1])

    def origin(self, number: int) -> Origin:
        """Return the origin of a stroke.  Errors: VecxError if its number is out of range."""
        if not 0 <= number < len(self.segments):
            raise VecxError(f"frame {self.index} has no stroke {number}: it has "
                            f"{len(self.segments)} strokes, counted from 0")
        pc, cycle = int(self._drawers[number]), int(self.causes[number, 1])
        x0, y0, x1, y1 = (self.segments[number, :4] / SCREEN_UNIT).tolist()
        return Origin(number, self.index, (x0, y0, x1, y1), pc, cycle, self._values(cycle),
                      pointing.caller(self._rows, cycle))

    def _values(self, cycle: int) -> tuple[Written, ...]:
        """Return the last Y and X written to the DAC up to a cycle."""
        rows = self._rows[self._rows["cycle"] <= cycle]
        writes = np.flatnonzero((rows["kind"] == log.WRITE) & (
            (rows["a"] == ORA) | (rows["a"] == ORA_PLAIN) | (rows["a"] == ORB)))
        found: dict[str, Written] = {}
        port_b = None
        for at in writes[::-1].tolist():
            _, _, _, place, value = rows[at].tolist()
            if place == ORB:
                port_b = value
                continue
            before = writes[(writes < at) & (rows["a"][writes] == ORB)]
            held = int(rows["b"][before[-1]]) if len(before) else port_b
            # Y passes the multiplexer: it is on (channel 0) at the write, or switched on by the
            # next write to port B.
            is_y = any(b is not None and not b & MUX_OFF and b >> 1 & 3 == 0
                       for b in (held, port_b))
            is_other = held is not None and not held & MUX_OFF and held >> 1 & 3 != 0 \
                and not is_y
            what = "y" if is_y else "x"
            if not is_other and what not in found:
                found[what] = self._followed(what, rows, at, value)
            if len(found) == 2:
                break
        return tuple(found[what] for what in ("y", "x") if what in found)

    def _followed(self, what: str, rows: np.ndarray, at: int, value: int) -> Written:
        """Trace a value back, through copies in RAM, to the memory that it was first read from."""
        pc = int(rows["pc"][at])
        signed = value - 256 if value > 127 else value
        source, reader, cells = -1, -1, list[Cell]()
        while len(cells) < CELLS_MAX:
            found, who, head = self._read_from(rows, at, value)
            if found < 0 and cells:
                break                       # calculated before it was stored: the cell is the end
            source, reader = found, who
            written = np.flatnonzero((rows["kind"] == log.WRITE)[:head]
                                     & (rows["a"] == source)[:head])
            if not len(written) or not bus.RAM <= source < bus.RAM + bus.RAM_BYTES:
                break
            at = int(written[-1])
            cells.append(Cell(source, reader, int(rows["pc"][at])))
        if cells and cells[-1].address == source:
            cells.pop()
        return Written(what, signed, pc, source, reader, tuple(cells))

    def _read_from(self, rows: np.ndarray, at: int, value: int) -> tuple[int, int, int]:
        """Return where a written value was read: the address, and the PC and row of the reading
        instruction.

        The address is -1 if the value was calculated, or not found.
        """
        sought = self._stored(rows, at)
        heads = np.flatnonzero((rows["kind"] == log.EXEC)[:at])
        for head in heads[::-1][1:BACK_MAX].tolist():
            pc = int(rows["pc"][head])
            effect = self._effect(pc)
            written = registers(effect.writes)
            if not written & sought:
                continue
            read = rows[(rows["pc"] == pc) & (rows["kind"] == log.READ)
                        & (rows["cycle"] >= rows["cycle"][head])
                        & (rows["cycle"] <= rows["cycle"][head] + INSTRUCTION_CYCLES)]
            match = read[(read["b"] == value) & (read["a"] >> 4 != bus.VIA_BASE >> 4)]
            if len(match):
                read_at = self._tree.places(match["a"][:1], match["cycle"][:1])
                return int(read_at[0]), pc, head
            # It was calculated from other data read here; the registers only form the address.
            sought = sought - written | (frozenset() if len(read) else registers(effect.reads))
            if not sought:
                return -1, pc, head
        return -1, -1, at

    def _stored(self, rows: np.ndarray, at: int) -> frozenset[str]:
        """Return the registers from which a written byte can come."""
        pc = int(rows["pc"][at])
        mnemonic = self._inspector.instruction(*self._inspector.split(pc))[1].split()[0].upper()
        if mnemonic == "STD":
            second = at and rows["pc"][at - 1] == pc and rows["kind"][at - 1] == log.WRITE
            return frozenset("b" if second else "a")
        if mnemonic.startswith("ST"):
            return registers(mnemonic[2:])
        return registers(self._effect(pc).reads) if mnemonic.startswith("PSH") else frozenset()

    def _effect(self, pc: int) -> isa.Effect:
        found, _ = self._inspector.instruction(*self._inspector.split(pc))
        return found.effect if found else isa.Effect(frozenset(), frozenset(), "")

    def asking(self) -> list[Where]:
        """Return, for each stroke, the program's instruction that caused the stroke.

        That is the write that began the stroke, or the call of the executive ROM that contains this
        write.
        """
        _, sites = self._tree.at(self.causes[:, 1])
        places = np.where(sites >= 0, sites, self._drawers)
        return [self._tree.where(place) for place in places.tolist()]

    def drawn_by_routine(self, address: int, bank: int = -1) -> list[int]:
        """Return the strokes drawn by the routine at an address, including the routines that it
        calls."""
        nodes, _ = self._tree.at(self.causes[:, 1])
        inside = self._tree.inside(self._tree.number(address, bank))
        return np.flatnonzero(inside[nodes]).tolist()

    def drawn_by_line(self, places: list[int]) -> list[int]:
        """Return the strokes drawn by the instructions of a source line, including the routines
        that they call."""
        heads = self._rows[self._rows["kind"] == log.EXEC]
        s = heads["b"] >> 16 & 0xFFFF
        causes = self.causes[:, 1]
        drawn: set[int] = set()
        for at in np.flatnonzero(np.isin(heads["pc"][:-1], places)).tolist():
            pc, following = heads["pc"][at:at + 2].tolist()
            # A jump into another routine has returned when the caller's address is off the stack.
            jumps = self._effect(pc).then in (isa.JUMP, isa.BRANCH) \
                and self._routine(pc) != self._routine(following)
            back = np.flatnonzero(s[at + 1:] >= s[at] + jumps)
            end = heads["cycle"][at + 1 + back[0]] if len(back) else 1 << 60
            drawn.update(np.flatnonzero((causes >= heads["cycle"][at]) & (causes < end)).tolist())
        return sorted(drawn)


    def _routine(self, place: int) -> int:
        return self._tree.number(place & 0xFFFF, place >> 16)


def nearest(frame: Frame, x: float, y: float) -> int:
    """Return the stroke nearest to a point in screen units.

    Errors: VecxError for a frame without strokes
    """
    if not len(frame.segments):
        raise VecxError(f"frame {frame.index} has no strokes")
    return pointing.nearest(frame, x, y)[0]


def registers(names: Iterable[str]) -> frozenset[str]:
    """Return those of the named registers that can be traced; D becomes A and B.

    >>> sorted(registers(["D", "X", "CC"]))
    ['a', 'b', 'x']
    """
    return frozenset("".join(name.lower().replace("d", "ab") for name in names
                             if name.lower() in (*FOLLOWED, "d")))
