"""Breakpoints: places or conditions to stop at, with hit counts; log points.

A log point does not stop the program; it prints its text, in which {EXPR} is replaced by a value.
"""

import operator
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

import numpy as np

from ..chips import bus, log
from ..chips.beam import SCREEN_UNIT
from ..console.expression import Expression, Value
from ..console.frame import Frame
from ..errors import UsageError, VecxError, shown
from ..machine import Machine
from .expressions import BANKED
from .inspector import Inspector, SourceLine


class Kind(Enum):
    """The kind of a breakpoint; the values are the words that users type.

    IF        a condition at any place
    EVENT     one of EVENTS
    REGISTER  a register of the CPU has changed
    """

    RUN = "run"
    READ = "read"
    WRITE = "write"
    ACCESS = "access"
    CHANGE = "change"
    IF = "if"
    EVENT = "on"
    REGISTER = "register"


MARKS = {Kind.RUN: log.MARK_BREAK, Kind.READ: log.MARK_READ | log.MARK_STOP,
         Kind.WRITE: log.MARK_WRITE | log.MARK_STOP, Kind.CHANGE: log.MARK_WRITE | log.MARK_STOP,
         Kind.ACCESS: log.MARK_READ | log.MARK_WRITE | log.MARK_STOP}
EVENTS = ("overrun", "strict", "interrupt", "new", "vectors N", "rect X0,Y0,X1,Y1")
INTERRUPT_VECTORS = 0xFFF2, 0xFFF4, 0xFFF6, 0xFFF8, 0xFFFA, 0xFFFC
REGISTERS = ("a", "b", "d", "x", "y", "u", "s", "dp", "cc")
COUNTS: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge, ">": operator.gt, "==": operator.eq, "<=": operator.le, "<": operator.lt,
    "%": lambda hits, number: hits % number == 0}
PART = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True)
class Breakpoint:
    """The settings of a breakpoint.

    where          the place as typed by the user
    line           the source line, if it was set at one
    first, count   the addresses, if the kind has some
    others         where the line begins elsewhere, such as the end of a `for` loop in C
    bank           of the addresses; -1 if they are the same in every bank
    condition      a hit counts only if this is not 0
    after, count_is  stop only if the number of the hit, from 1, compares with `after` as count_is
                   says: one of COUNTS, by default >=; % stops at every multiple
    once           remove it when it has stopped the program
    message        the text of a log point
    event, numbers the name of an event, and its numbers
    """

    number: int
    kind: Kind
    where: str = ""
    first: int = 0
    count: int = 0
    line: SourceLine | None = None
    condition: str = ""
    after: int = 1
    once: bool = False
    message: str = ""
    count_is: str = ">="
    event: str = ""
    numbers: tuple[float, ...] = ()
    bank: int = -1
    others: tuple[int, ...] = ()


@dataclass(eq=False)
class Active:
    """A breakpoint with its compiled condition and its state.

    hits       number of hits with a true condition
    remembers  the condition depends on its previous evaluation
    cells      of RAM that the condition depends on, None if it depends on anything else
    before     the previous bytes of Kind.CHANGE, or value of Kind.REGISTER
    """

    point: Breakpoint
    holds: Value | None = None
    remembers: bool = False
    parts: list[str | Value] = field(default_factory=list)
    cells: list[tuple[int, int]] | None = None
    before: bytes | int = b""
    hits: int = 0

    def text(self) -> str:
        return "".join(part if isinstance(part, str) else f"{part()}" for part in self.parts)


class Breakpoints:
    """The breakpoints of a session.

    Args: inspector  finds places and compiles conditions
          report     called with the text of each log point that is hit
    """

    def __init__(self, machine: Machine, inspector: Inspector,
                 report: Callable[[str], object]) -> None:
        self._machine, self._inspector, self._report = machine, inspector, report
        self._active: list[Active] = []
        self._numbers = 0
        self._seen: set[int] = set()        # addresses executed so far, for the event `new`

    def __iter__(self) -> Iterator[Breakpoint]:
        return iter([active.point for active in self._active])

    def __len__(self) -> int:
        return len(self._active)

    def hits(self, point: Breakpoint) -> int:
        """Return the number of hits with a true condition.  Errors: VecxError."""
        return self._numbered(point.number).hits

    # --- setting ---------------------------------------------------------------------------------

    def add(self, where: str, kind: Kind = Kind.RUN, count: int = 1, *, condition: str = "",
            after: int = 1, once: bool = False, message: str = "",
            count_is: str = ">=") -> Breakpoint:
        """Add a breakpoint at a place; return it.

        Args:   where  symbol, symbol+3, $C880, 1:0200, FILE:LINE, :LINE, a register of the VIA
        Errors: UsageError, VecxError
        """
        line, first, bank = self._inspector.place(where)
        if kind is not Kind.RUN:
            first = self._machine.home(first)
        return self._add(Breakpoint(0, kind, where, first, count, line, condition, after, once,
                                    message, count_is, bank=bank))

    def add_line(self, file: str, line: int, **more: Any) -> Breakpoint:
        """Add a breakpoint at a source line.  Errors: UsageError, VecxError."""
        found, first, bank = self._inspector.address_of(file, line)
        return self._add(Breakpoint(0, Kind.RUN, f"{file}:{line}", first, 1, found, bank=bank,
                                    **more))

    def add_condition(self, condition: str, **more: Any) -> Breakpoint:
        """Add a breakpoint that stops at any instruction where a condition is true.

        A condition on RAM alone is evaluated when that RAM is written; any other after every
        instruction, which is slow.
        """
        return self._add(Breakpoint(0, Kind.IF, condition=condition, **more))

    def add_register(self, name: str, **more: Any) -> Breakpoint:
        """Add a breakpoint after each instruction that changes a register.  Errors: UsageError."""
        if name.lower() not in REGISTERS:
            raise UsageError(f"{shown(name)} is not a register that can be watched; use "
                             f"{', '.join(REGISTERS)}")
        return self._add(Breakpoint(0, Kind.REGISTER, name.lower(), **more))

    def add_event(self, words: str, **more: Any) -> Breakpoint:
        """Add a breakpoint at one of EVENTS, such as `vectors 20`.  Errors: UsageError."""
        name, numbers = event_of(words)
        if name == "strict" and self._machine.strict is None:
            raise UsageError("the event `strict` needs the strict machine: start with --strict")
        return self._add(Breakpoint(0, Kind.EVENT, words, event=name, numbers=numbers, **more))

    def _add(self, point: Breakpoint) -> Breakpoint:
        active = Active(replace(point, number=self._numbers + 1))
        if point.condition:
            expression = self._inspector.expression(point.condition, condition=True)
            active.holds, active.remembers = expression, expression.remembers
            if point.kind is Kind.IF:
                active.cells = cells_in_ram(expression)
        active.parts = parts_of(
            point.message, lambda text: self._inspector.expression(text, condition=True))
        self._numbers += 1
        if point.kind is Kind.RUN and point.line:
            active.point = replace(active.point, others=tuple(
                self._inspector.other_starts(point.line, point.first, point.bank)))
        self._active.append(active)
        return active.point

    def adopt(self, others: "Breakpoints") -> tuple[dict[Breakpoint, Breakpoint],
                                                    dict[Breakpoint, VecxError]]:
        """Copy the breakpoints of another session.

        Returns: each old breakpoint with its copy, and each that cannot be set with the reason
        """
        made, faults = dict[Breakpoint, Breakpoint](), dict[Breakpoint, VecxError]()
        for old in others:
            more: dict[str, Any] = {"condition": old.condition, "after": old.after,
                                    "once": old.once, "message": old.message,
                                    "count_is": old.count_is}
            try:
                if old.line:
                    made[old] = self.add(f"{old.line.file}:{old.line.asked}", old.kind, old.count,
                                         **more)
                elif old.kind is Kind.IF:
                    made[old] = self.add_condition(**more)
                elif old.kind is Kind.EVENT:
                    made[old] = self.add_event(old.where, **more)
                elif old.kind is Kind.REGISTER:
                    made[old] = self.add_register(old.where, **more)
                else:
                    made[old] = self.add(old.where if old.bank < 0 or BANKED.match(old.where)
                                         else f"{old.bank}:{old.where}", old.kind, old.count,
                                         **more)
            except VecxError as fault:
                faults[old] = fault
        return made, faults

    def remove(self, number: int) -> None:
        self._active.remove(self._numbered(number))

    def _numbered(self, number: int) -> Active:
        for active in self._active:
            if active.point.number == number:
                return active
        raise VecxError(f"there is no breakpoint {number}; `breakpoints` lists them")

    # --- for the runner --------------------------------------------------------------------------

    def of_kind(self, kind: Kind) -> list[Active]:
        return [active for active in self._active if active.point.kind is kind]

    @contextmanager
    def target(self, address: int, holds: Value, bank: int = -1) -> Iterator[Breakpoint]:
        """Add a temporary breakpoint with number 0: it stops at an address if a condition is
        true."""
        active = Active(Breakpoint(0, Kind.RUN, first=address & 0xFFFF, count=1, bank=bank), holds)
        self._active.append(active)
        try:
            yield active.point
        finally:
            self._active.remove(active)

    @contextmanager
    def armed(self) -> Iterator[list[tuple[int, Active]]]:
        """Watch the breakpoints' addresses while the machine runs; yield the list that receives
        hits."""
        hits = list[tuple[int, Active]]()
        handles = []
        try:
            for active in self._active:
                for first, count, marks in self._marks(active):
                    handles.append(self._machine.hooks.add(first, count, int(marks),
                                                           self._noting(active, hits)))
                if active.point.kind in (Kind.CHANGE, Kind.REGISTER):
                    active.before = self._value(active.point)
            yield hits
        finally:
            for handle in handles:
                handle.remove()

    def _noting(self, active: Active, hits: list[tuple[int, Active]]) -> Callable[..., None]:
        m, bank = self._machine.chips.state, active.point.bank

        def note(*_: object) -> None:
            if bank in (-1, m.bank):
                hits.append((self._machine.cycles, active))

        return note

    def _marks(self, active: Active) -> list[tuple[int, int, int]]:
        point = active.point
        if point.kind is Kind.IF:
            return [(first, count, int(MARKS[Kind.WRITE])) for first, count in active.cells or ()]
        if point.kind in MARKS:
            marks = int(MARKS[point.kind])
            return [(point.first, point.count, marks), *((at, 1, marks) for at in point.others)]
        if point.event == "interrupt":
            entries = {int.from_bytes(self._machine.read(at, 2), "big") for at in INTERRUPT_VECTORS}
            return [(entry, 1, int(log.MARK_BREAK)) for entry in sorted(entries)]
        if point.event == "new":
            return [(0, 0x10000, int(log.MARK_BREAK))]
        return []

    def _value(self, point: Breakpoint) -> bytes | int:
        """Return the current value of the watched bytes or register."""
        if point.kind is Kind.REGISTER:
            return int(getattr(self._machine.registers, point.where))
        return self._machine.read(point.first, point.count)

    def judge(self, hits: Iterable[Active]) -> tuple[Breakpoint, str] | None:
        """Return the first hit breakpoint that stops the program; report the log points before it.

        Returns: the breakpoint, and why its condition has no value, or ""
        """
        for active in hits:
            point = active.point
            try:
                if not self.holds(active):
                    continue
                active.hits += 1
                if point.message:
                    self._report(active.text())
                    continue
            except VecxError as fault:
                return point, str(fault)
            if not COUNTS[point.count_is](active.hits, point.after):
                continue
            if point.once:
                self._active.remove(active)
            return point, ""
        return None

    def holds(self, active: Active) -> bool:
        """Return whether a hit counts.  The watched value must have changed, the address must be
        new for the event `new`, and the condition must be true.
        """
        if active.point.kind in (Kind.CHANGE, Kind.REGISTER):
            now, before = self._value(active.point), active.before
            active.before = now
            if now == before:
                return False
        if active.point.event == "new":
            pc = self._machine.registers.pc
            if pc in self._seen:
                return False
            self._seen.add(pc)
        return not active.holds or bool(active.holds())


def cells_in_ram(expression: Expression) -> list[tuple[int, int]] | None:
    """Return address and size of the RAM variables that an expression depends on.

    Returns: None if it depends on anything else: registers, the beam, other memory
    """
    cells = expression.cells
    if cells is None or not all(bus.RAM <= address <= bus.RAM + bus.RAM_BYTES - size
                                for address, size in cells):
        return None
    return cells


def parts_of(message: str, compile: Callable[[str], Value]) -> list[str | Value]:
    """Split the text of a log point at each {EXPR}, and compile the expressions.  Errors:
    UsageError, VecxError."""
    cut = PART.split(message)
    return [compile(part) if number % 2 else part for number, part in enumerate(cut)]


def changes(rows: np.ndarray, points: Iterable[Breakpoint]) -> np.ndarray:
    """Return the cycles of rows in which a watched register differs from the previous row.

    Args: rows  of a log
    """
    rows = rows[rows["kind"] == log.EXEC]
    words = {"a": rows["b"] >> 40, "b": rows["b"] >> 32 & 0xFF, "x": rows["a"] >> 32,
             "y": rows["a"] >> 16 & 0xFFFF, "u": rows["a"] & 0xFFFF, "s": rows["b"] >> 16 & 0xFFFF,
             "dp": rows["b"] >> 8 & 0xFF, "cc": rows["b"] & 0xFF, "d": rows["b"] >> 32}
    found = np.zeros(len(rows), bool)
    for point in points:
        found[1:] |= np.diff(words[point.where]) != 0
    return np.asarray(rows["cycle"][found])


def event_of(text: str) -> tuple[str, tuple[float, ...]]:
    """Return an event's name and numbers.  Errors: UsageError lists the events."""
    name, _, rest = text.strip().partition(" ")
    try:
        numbers = tuple(float(part) for part in rest.replace(",", " ").split())
    except ValueError:
        numbers = (float("nan"),)
    counts = {event.split()[0]: len(event.replace(",", " ").split()) - 1 for event in EVENTS}
    if counts.get(name) != len(numbers) or any(number != number for number in numbers):
        raise UsageError(f"{shown(text)} is not an event; use one of {', '.join(EVENTS)}")
    return name, numbers


def event_in_frame(point: Breakpoint, frame: Frame) -> tuple[int, tuple[int, int]] | None:
    """Return the cycle and values of an event in a frame that has ended; None if it did not occur.

    The values are those of `Stop.values`.
    """
    match point.event:
        case "overrun" if frame.budget.overrun and frame.index:
            return frame.start_cycle + frame.cycles, (frame.index, frame.budget.work_cycles)
        case "vectors" if frame.budget.vectors > point.numbers[0]:
            return frame.start_cycle + frame.cycles, (frame.index, frame.budget.vectors)
        case "rect":
            found = first_inside(frame.segments[:, :4] / SCREEN_UNIT, point.numbers)
            if found is not None:
                return int(frame.causes[found, 1]), (frame.index, found)
    return None


def first_inside(lines: np.ndarray, corners: tuple[float, ...]) -> int | None:
    """Return the number of the first drawn line that touches a rectangle, or None.

    Args: lines    float[n, 4]: x0 y0 x1 y1
          corners  two opposite corners, x0 y0 x1 y1, in the same unit
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
