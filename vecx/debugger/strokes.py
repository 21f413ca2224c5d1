"""From a stroke on the screen to the line that made it, and from a line to its strokes.

A frame is run again with everything logged.  A stroke knows the write of the VIA that began it;
the values that turned the beam are the last ones written to port A before that, and each is
followed back to the place in memory it was read from.
"""

from dataclasses import dataclass

import numpy as np

from ..chips import bus, log
from ..console.frame import Frame
from ..errors import VecxError
from ..play import pointing
from .session import Session

UNIT = 127.0            # p in a screen unit
BACK_MAX = 40           # instructions that a value is followed back through
INSTRUCTION_CYCLES = 24 # the longest one's, our own bound
LEAD = 3_000            # cycles before a frame that are looked at, too
ORB, ORA, ORA_PLAIN = (int(bus.VIA_BASE) + register for register in (0, 1, 15))
MUX_OFF = 1             # bit of port B: the multiplexer is switched off


@dataclass(frozen=True)
class Written:
    """A value on its way to the beam.

    what     y or x, which deflection it sets
    value    signed, as the DAC has it
    pc       of the instruction that wrote it to port A
    source   the address it was read from, -1 where it was not followed so far
    reader   of the instruction that read it there, or -1
    """

    what: str
    value: int
    pc: int
    source: int = -1
    reader: int = -1


@dataclass(frozen=True)
class Origin:
    """Where a stroke comes from: the write that began it, and the values that turned the beam."""

    number: int
    frame: int
    line: tuple[float, float, float, float]     # x0 y0 x1 y1 in screen units
    pc: int
    cycle: int
    values: tuple[Written, ...]
    caller: int | None = None       # of the ROM, where that wrote


class FrameLog:
    """One frame that has been run again with everything logged; the session stays where it is."""

    def __init__(self, session: Session, frame: Frame) -> None:
        self.session, self.frame = session, frame
        now = session.machine.cycles
        begin = max(session.timeline.begin, frame.start_cycle - LEAD)
        self._rows = session.logged_all(begin, frame.start_cycle + frame.cycles)
        session.timeline.go(now)

    def origin(self, number: int) -> Origin:
        """Return where a stroke comes from.  Errors: VecxError for one that there is not."""
        frame = self.frame
        if not 0 <= number < len(frame.segments):
            raise VecxError(f"frame {frame.index} has no stroke {number}: it has "
                            f"{len(frame.segments)}, counted from 0")
        pc, cycle = frame.causes[number].tolist()
        x0, y0, x1, y1 = (frame.segments[number, :4] / UNIT).tolist()
        return Origin(number, frame.index, (x0, y0, x1, y1), pc, cycle, self._values(cycle),
                      pointing.caller(self._rows, cycle))

    def _values(self, cycle: int) -> tuple[Written, ...]:
        """Return the last Y and X that were given to the DAC by a cycle."""
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
            # Y is what the multiplexer copies: it is switched on (to channel 0) at the write, or
            # by the next write of port B.
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
        """Follow a value back to the memory that it was read from."""
        pc = int(rows["pc"][at])
        signed = value - 256 if value > 127 else value
        wanted = {name.lower() for name in self._reads(pc)} & {"a", "b"}
        heads = np.flatnonzero((rows["kind"] == log.EXEC)[:at])
        for head in heads[::-1][1:BACK_MAX].tolist():
            begin_pc = int(rows["pc"][head])
            found, _ = self.session.instruction(begin_pc)
            if found is None:
                break
            written = {name.lower() for name in found.effect.writes} & {"a", "b"}
            if not written & wanted:
                continue
            same = rows[(rows["pc"] == begin_pc) & (rows["kind"] == log.READ)
                        & (rows["cycle"] >= rows["cycle"][head])
                        & (rows["cycle"] <= rows["cycle"][head] + INSTRUCTION_CYCLES)]
            match = same[(same["b"] == value) & (same["a"] >> 4 != bus.VIA_BASE >> 4)]
            if len(match):
                return Written(what, signed, pc, int(match["a"][0]), begin_pc)
            wanted = wanted - written | {name.lower() for name in found.effect.reads} & {"a", "b"}
            if not wanted:
                return Written(what, signed, pc, -1, begin_pc)
        return Written(what, signed, pc)

    def _reads(self, pc: int) -> frozenset[str]:
        found, _ = self.session.instruction(pc)
        return found.effect.reads if found else frozenset()

    def drawn_by(self, addresses: list[int]) -> list[int]:
        """Return the strokes that instructions at some addresses drew, with all that they called.
        """
        heads = self._rows[self._rows["kind"] == log.EXEC]
        s = heads["b"] >> 16 & 0xFFFF
        causes = self.frame.causes[:, 1]
        drawn: set[int] = set()
        for at in np.flatnonzero(np.isin(heads["pc"], addresses)).tolist():
            back = np.flatnonzero(s[at + 1:] >= s[at])
            end = heads["cycle"][at + 1 + back[0]] if len(back) else 1 << 60
            drawn.update(np.flatnonzero((causes >= heads["cycle"][at]) & (causes < end)).tolist())
        return sorted(drawn)


def nearest(frame: Frame, x: float, y: float) -> int:
    """Return the stroke that passes nearest to a point in screen units.

    Errors: VecxError for a frame without strokes
    """
    if not len(frame.segments):
        raise VecxError(f"frame {frame.index} has no strokes")
    return pointing.nearest(frame, x, y)[0]


def in_words(origin: Origin, session: Session) -> list[str]:
    """Return where a stroke comes from, a line for each step of the way."""
    x0, y0, x1, y1 = origin.line
    machine = session.machine

    def place(pc: int) -> str:
        return f"{machine.where(pc)}  {session.instruction(pc)[1]}"

    lines = [f"stroke {origin.number} of frame {origin.frame}: {x0:.1f},{y0:.1f} to "
             f"{x1:.1f},{y1:.1f}, begun in cycle {origin.cycle:,} by", f"  {place(origin.pc)}"]
    if origin.caller is not None:
        lines += ["called by", f"  {place(origin.caller)}"]
    for value in origin.values:
        lines += [f"{value.what} = {value.value} was given to the DAC by", f"  {place(value.pc)}"]
        if value.source >= 0:
            name = session.debug_at(value.source).cell(value.source)
            row = session.debug_at(value.source).row_at(value.source)
            at = f" {row.file}:{row.line}" if row else ""
            lines += [f"  read from ${value.source:04X}{' ' + name if name else ''}{at} by",
                      f"    {place(value.reader)}"]
        elif value.reader >= 0:
            lines += ["  made by", f"    {place(value.reader)}"]
    return lines
