"""What the parts of a session stand on: machine, timeline, breakpoints, names, changes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from asm.disassembler.disasm import Decoded
from asm.output.debuginfo import DebugInfo, Where

from ..chips import bus
from ..errors import UsageError, VecxError
from ..machine import Machine
from ..trace import Tracer
from . import breakpoints as points
from .breakpoints import Breakpoint
from .expressions import cells_of, compiled
from .timeline import Timeline


@dataclass(frozen=True)
class Stop:
    """Where and why the program stands.

    why    in a few words: step, breakpoint 3, pause, end of the known past ...
    what   more of it, or empty
    point  the breakpoint that stopped it
    """

    why: str
    cycle: int
    pc: int
    what: str = ""
    point: Breakpoint | None = None


class Base:
    """One machine under the debugger, that stands still.

    Args: machine   as it stands; one goes back to here at most
          names     what to call addresses that the program does not name
          say       what is called with the text of each log point
    """

    def __init__(self, machine: Machine, names: dict[int, str] | None = None,
                 say: Callable[[str], object] = print) -> None:
        self.machine, self.say = machine, say
        self.timeline = Timeline(machine)
        self.tracer = Tracer(machine, names, watch=False)
        self.breakpoints: list[Breakpoint] = []
        self.paused = False         # set by anybody: the program is to stop
        self.stopped_at = machine.cycles
        self._numbers = 0
        self._hits: list[tuple[int, Breakpoint]] = []
        self._seen: set[int] = set()        # addresses that ran, for `new`

    @property
    def since(self) -> int:
        """Cycles since the session last stopped."""
        return self.machine.cycles - self.stopped_at

    def evaluate(self, text: str) -> int:
        """Return the value of an expression.  Errors: UsageError, VecxError."""
        return compiled(text, self)()

    # --- breakpoints -----------------------------------------------------------------------------

    def add_break(self, where: str, kind: str = points.RUN, count: int = 1, *, condition: str = "",
                  after: int = 1, once: bool = False, message: str = "") -> Breakpoint:
        """Add a breakpoint at a place: run, read, write, access or change; return it.

        Args:   where  symbol, symbol+3, $C880, FILE:LINE, :LINE, a register of the VIA
        Errors: UsageError, VecxError
        """
        words, first = where, 0
        if ":" in where:
            words, first = self.line_address(where)
        elif where:
            first = points.place_of(where, self.machine)
        if kind != points.RUN:
            first = self.machine.home(first)
        return self._add(Breakpoint(self._numbers + 1, kind, words, first, count, condition, after,
                                    once, message))

    def add_if(self, condition: str, **more: Any) -> Breakpoint:
        """Add a breakpoint wherever a condition holds.

        One that hangs on RAM alone is looked at when that is written, any other after every
        instruction, which is slow.
        """
        point = self._add(Breakpoint(self._numbers + 1, points.ALWAYS, condition,
                                     condition=condition, **more))
        point.cells = cells_of(condition, self.machine)
        return point

    def add_event(self, words: str, **more: Any) -> Breakpoint:
        """Add a breakpoint at an event of breakpoints.EVENTS.  Errors: UsageError."""
        name, numbers = points.event_of(words)
        if name == "strict" and self.machine.strict is None:
            raise UsageError("no strict machine runs: begin with --strict to stop at its findings")
        return self._add(Breakpoint(self._numbers + 1, points.EVENT, words, numbers=numbers,
                                    **more))

    def _add(self, point: Breakpoint) -> Breakpoint:
        if point.condition:
            point.holds = compiled(point.condition, self)
        point.parts = points.parts_of(point.message, lambda text: compiled(text, self))
        self._numbers = point.number
        self.breakpoints.append(point)
        return point

    def take_breakpoints(self, other: "Base") -> list[str]:
        """Set the breakpoints of another session here; return why some of them cannot be."""
        faults = []
        for old in other.breakpoints:
            more: dict[str, Any] = {"after": old.after, "once": old.once, "message": old.message}
            try:
                if old.kind == points.ALWAYS:
                    self.add_if(old.condition, **more)
                elif old.kind == points.EVENT:
                    self.add_event(old.words, condition=old.condition, **more)
                else:
                    self.add_break(old.words.split(" (moved")[0], old.kind, old.count,
                                   condition=old.condition, **more)
            except VecxError as fault:
                faults.append(f"breakpoint {old.number} is gone: {fault}")
        return faults

    def remove(self, number: int) -> None:
        """Remove a breakpoint.  Errors: VecxError."""
        self.breakpoints.remove(self._numbered(number))

    def _numbered(self, number: int) -> Breakpoint:
        for point in self.breakpoints:
            if point.number == number:
                return point
        raise points.no_breakpoint(number)

    def line_address(self, where: str) -> tuple[str, int]:
        """Return place and first address of a line of source; of one without code, the next with.

        Errors: UsageError, VecxError
        """
        file, _, number = where.rpartition(":")
        if not number.isdigit():
            raise UsageError(f"{where} is no line; give FILE:LINE, or :LINE of the file one is in")
        file, asked = file or self.here().file, int(number)
        places = self.lines_of(file)
        if not places:
            raise VecxError(f"no code of this program comes from a file {file}")
        line, address = min((place for place in places if place[0] >= asked),
                            default=(0, 0))
        if not line:
            raise VecxError(f"{file} has no code from line {number} on")
        moved = f" (moved from {number}, which has no code)" if line != asked else ""
        return f"{file}:{line}{moved}", address

    def lines_of(self, file: str) -> list[tuple[int, int]]:
        """Return line and address of all code of a file: of that name, or of the cartridge's whose
        path ends so, or else the ROM's."""
        for exactly, debug in ((True, self.machine.debug), (True, self.machine.bios_debug),
                               (False, self.machine.debug), (False, self.machine.bios_debug)):
            found = [(line, row.address) for row in debug.source_map
                     for name, line in ((row.file, row.line), *row.calls)
                     if name == file or (not exactly and name.endswith("/" + file))]
            if found:
                return found
        return []

    def here(self) -> Where:
        """Return the place of the next instruction."""
        return self.machine.where(self.machine.registers.pc)

    def debug_at(self, address: int) -> DebugInfo:
        """Return what is known of the program an address lies in."""
        return self.machine.bios_debug if address >= bus.ROM else self.machine.debug

    def stack(self) -> list[int]:
        """Return where each routine that the program stands in goes on, innermost first."""
        return [self.machine.registers.pc, *(back for _, _, back in self.tracer.callers())]

    def instruction(self, address: int) -> tuple[Decoded | None, str]:
        """Return the instruction at an address, and its text."""
        return self.tracer.decoded(address)[1:]

    def instructions_before(self, address: int, count: int) -> list[int]:
        """Return where so many instructions before an address begin, and the address itself.

        They begin at lines of source where some are known, else where decoding meets the address.
        """
        first = max(0, address - 3 * count)
        starts = [row.address for row in self.debug_at(address).source_map
                  if first <= row.address <= address] or [first]
        at, found = starts[0], list[int]()
        while at < address:
            found.append(at)
            decoded = self.instruction(at)[0]
            at += decoded.size if decoded else 1
        missing = range(address - count + len(found), address)
        return [*[*missing, *found][-count:], address]

    # --- changing --------------------------------------------------------------------------------

    def set_register(self, name: str, value: int) -> bool:
        """Set a register; return True where a future that was known is forgotten.

        Errors: UsageError for a name or a value that cannot be
        """
        return self.timeline.change(registers={name: value})

    def set_memory(self, address: int, data: bytes) -> bool:
        """Set bytes of memory; return True where a future that was known is forgotten."""
        return self.timeline.change(address=address, data=data)

    def _leave(self) -> None:
        self.stopped_at = self.machine.cycles

    def _stop(self, why: str, what: str = "", point: Breakpoint | None = None) -> Stop:
        return Stop(why, self.machine.cycles, self.machine.registers.pc, what, point)
