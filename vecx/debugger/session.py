"""A session of the debugger: one machine, its timeline, its breakpoints; forward and back.

>>> s = Session(Machine("connect4", preset="ideal"))
>>> _ = s.add_break("Wait_Recal")
>>> stop = s.run()
>>> stop.why, s.machine.registers.pc == s.machine.address("Wait_Recal")
('breakpoint 1', True)
>>> here = s.machine.cycles
>>> _ = s.back(); s.machine.cycles < here
True
>>> _ = s.step(); s.machine.cycles == here
True
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from asm.disassembler.disasm import Decoded
from asm.output.debuginfo import DebugInfo, Where

from ..chips import bus, log
from ..chips.state import EVENT, NEVER
from ..errors import UsageError, VecxError
from ..machine import Machine
from ..trace import Tracer
from . import breakpoints as points
from .breakpoints import Breakpoint
from .expressions import compiled
from .timeline import Timeline

CHUNK = 1_000_000           # cycles between two looks at whether somebody wants a pause
FRAME_CHUNK = 30_000        # the same where events of frames, or strict findings, are waited for
STEP_BACK_CYCLES = 100, 10_000      # an instruction is sought so far back, then at a keyframe
LINE_STEPS_MAX = 1_000_000  # instructions of one line of source


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


class Session:
    """One machine under the debugger.

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
            first = self.machine._place(first)
        return self._add(Breakpoint(self._numbers + 1, kind, words, first, count, condition, after,
                                    once, message))

    def add_if(self, condition: str, **more: Any) -> Breakpoint:
        """Add a breakpoint that is looked at after every instruction, which is slow."""
        return self._add(Breakpoint(self._numbers + 1, points.ALWAYS, condition,
                                    condition=condition, **more))

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

    def take_breakpoints(self, other: "Session") -> list[str]:
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

    # --- forward ---------------------------------------------------------------------------------

    def step(self) -> Stop:
        """Run one instruction, or enter one interrupt."""
        self._leave()
        self.timeline.run(self.machine.cycles + 1)
        return self._stop("step")

    def over(self) -> Stop:
        """Run one instruction; what it calls as a whole, unless a breakpoint comes first."""
        found, _ = self.instruction(self.machine.registers.pc)
        if not found or found.effect.then != "call":
            return self.step()
        behind, s = self.machine.registers.pc + found.size, self.machine.registers.s
        return self._run_until(behind, lambda: self.machine.registers.s >= s, "step")

    def out(self) -> Stop:
        """Run until the present routine has returned, unless a breakpoint comes first.

        Errors: VecxError where the stack shows no return address
        """
        callers = self.tracer.callers()
        if not callers:
            raise VecxError("the stack shows no return address: this is no routine that was called")
        _, s, back = callers[0]
        return self._run_until(back, lambda: self.machine.registers.s >= s, "step out")

    def step_line(self, *, into: bool) -> Stop:
        """Run to the next line of source; where there is none known, one instruction."""
        line = self._line()
        stop = self.step() if into else self.over()
        for _ in range(LINE_STEPS_MAX):
            if stop.point or line is None or self._line() != line or self.paused \
                    or self.machine.halted:
                break
            stop = self.step() if into else self.over()
        return stop

    def _line(self) -> tuple[str, int] | None:
        at = self.here()
        return (at.file, at.line) if at.file else None

    def run(self) -> Stop:
        """Run until a breakpoint stops it, or `paused` is set."""
        return self._run(NEVER)

    def run_to_cycle(self, cycle: int) -> Stop:
        """Run to a cycle, or go back to it.  Errors: VecxError for one before the beginning."""
        if cycle >= self.machine.cycles:
            return self._run(cycle)
        self._leave()
        self.timeline.go(cycle)
        return self._stop("cycle")

    def run_to_frame(self, number: int) -> Stop:
        """Run to where frame `number` begins, or go back to it.  Errors: VecxError."""
        self._leave()
        if number <= self.machine.frames:
            number = self._back_to_frame(number)
        while self.machine.frames < number and not self.machine.halted:
            ends = self.machine.m.frame_at + FRAME_CHUNK
            stop = self._run(max(self.machine.cycles + 1, ends - 1000 if
                                 self.machine.frames < number - 1 else self.machine.cycles + 1))
            if stop.why != "cycle":
                return stop
        return self._stop("frame")

    def _back_to_frame(self, number: int) -> int:
        """Go to the last keyframe before a frame begins; return the frame."""
        for cycle in self.timeline.keyframes_before(self.machine.cycles):
            self.timeline.restore(cycle)
            if self.machine.frames < number:
                break
        return number

    def run_to(self, where: str) -> Stop:
        """Run to a place, unless a breakpoint comes first.  Errors: UsageError, VecxError."""
        address = self.line_address(where)[1] if ":" in where \
            else points.place_of(where, self.machine)
        return self._run_until(address, lambda: True, "there")

    def _run_until(self, address: int, holds: Callable[[], bool], why: str) -> Stop:
        """Run until an instruction at an address is due and something is so."""
        target = Breakpoint(0, points.RUN, why, address & 0xFFFF, 1)
        target.holds = lambda: int(holds())
        self.breakpoints.append(target)
        try:
            stop = self._run(NEVER)
        finally:
            self.breakpoints.remove(target)
        return self._stop(why) if stop.point is target else stop

    def _run(self, until: int) -> Stop:
        """Run to a cycle, `why` is then cycle, or to what stops before."""
        self._leave()
        begin, machine = self.machine.cycles, self.machine
        frames = machine.frames
        noted = machine.strict.noted if machine.strict else 0
        always = [point for point in self.breakpoints if point.kind == points.ALWAYS]
        by_frame = any(point.kind == points.EVENT for point in self.breakpoints)
        for point in always:
            if point.holds and "prev" in point.condition:
                point.holds()
        with self._armed():
            while machine.cycles < until:
                if self.paused:
                    self.paused = False
                    return self._stop("pause")
                chunk = 1 if always else FRAME_CHUNK if by_frame else CHUNK
                self._hits.clear()
                self.timeline.run(min(until, machine.cycles + chunk))
                hits = [point for cycle, point in self._hits if cycle > begin]
                stop = self._judged(hits + always)
                stop = stop or (by_frame and self._judged_events(frames, noted, begin)) or None
                if stop:
                    return stop
                frames = machine.frames
                noted = machine.strict.noted if machine.strict else 0
                if machine.halted:
                    return self._stop("halted", "an undocumented opcode has halted the CPU")
        return self._stop("cycle")

    @contextmanager
    def _armed(self) -> Iterator[None]:
        """Let the machine be marked for the breakpoints, while it runs."""
        handles = []
        try:
            for point in self.breakpoints:
                for first, count, marks in self._marks(point):
                    handles.append(self.machine.observer.add(
                        first, count, int(marks), self._called(point)))
                if point.kind == points.CHANGE:
                    point.before = self._bytes(point)
            yield
        finally:
            for handle in handles:
                handle.remove()

    def _marks(self, point: Breakpoint) -> list[tuple[int, int, int]]:
        if point.kind in points.MARKS:
            return [(point.first, point.count, int(points.MARKS[point.kind]))]
        name = point.words.split()[0]
        if point.kind == points.EVENT and name == "interrupt":
            entries = {int.from_bytes(self.machine.read(at, 2), "big")
                       for at in points.INTERRUPT_VECTORS}
            return [(entry, 1, int(log.MARK_BREAK)) for entry in sorted(entries)]
        if point.kind == points.EVENT and name == "new":
            return [(0, 0x10000, int(log.MARK_BREAK))]
        return []

    def _called(self, point: Breakpoint) -> Callable[..., None]:
        def arrive(machine: Machine, *_: int) -> None:
            self._hits.append((machine.cycles, point))

        return arrive

    def _bytes(self, point: Breakpoint) -> bytes:
        return self.machine.read(point.first, point.count)

    def _judged(self, hits: list[Breakpoint]) -> Stop | None:
        """Say which breakpoint among those that were hit stops the program; log points write."""
        for point in hits:
            try:
                if not self._holds(point):
                    continue
                point.hits += 1
                if point.message:
                    self.say(point.text())
                    continue
            except VecxError as fault:
                return self._stop(f"breakpoint {point.number}", str(fault), point)
            if point.hits < point.after:
                continue
            if point.once:
                self.breakpoints.remove(point)
            return self._stop(f"breakpoint {point.number}", point.words, point)
        return None

    def _holds(self, point: Breakpoint) -> bool:
        if point.kind == points.CHANGE:
            now, before = self._bytes(point), point.before
            point.before = now
            if now == before:
                return False
        if point.kind == points.EVENT and point.words == "new":
            pc = self.machine.registers.pc
            if pc in self._seen:
                return False
            self._seen.add(pc)
        return not point.holds or bool(point.holds())

    def _judged_events(self, frames: int, noted: int, begin: int) -> Stop | None:
        """Say which event of the frames that have ended, or finding, stops the program."""
        machine = self.machine
        for point in [point for point in self.breakpoints if point.kind == points.EVENT]:
            if point.words == "strict" and machine.strict and machine.strict.noted > noted:
                new = [finding for finding in machine.findings if finding.cycle >= begin]
                for finding in sorted(new, key=lambda one: one.cycle)[:1]:
                    self.timeline.go(finding.cycle)
                    stop = self._judged([point])
                    if stop:
                        return Stop(stop.why, stop.cycle, stop.pc, str(finding), point)
            for frame in [frame for frame in self.timeline.frames if frame.index >= frames]:
                found = points.met(point, frame)
                if not found or found[0] <= begin:
                    continue
                self.timeline.go(found[0])
                stop = self._judged([point])
                if stop:
                    return Stop(stop.why, stop.cycle, stop.pc, found[1], point)
        return None

    # --- back ------------------------------------------------------------------------------------

    def back(self) -> Stop:
        """Go back to before the last instruction."""
        self._leave()
        return self._back_to(self._head_before(self.machine.cycles), "step back")

    def back_line(self) -> Stop:
        """Go back to the beginning of the line of source before, as `back_over` goes."""
        line, stop = self._line(), self.back_over()
        for _ in range(LINE_STEPS_MAX):
            if stop.why == "begin" or self.paused or self._line() != line:
                break
            stop = self.back_over()
        return stop

    def back_over(self) -> Stop:
        """Go back to before the last instruction; a routine that has returned, as a whole."""
        now, s = self.machine.cycles, self.machine.registers.s
        self._leave()
        before = self._head_before(now)
        if before is None:
            return self._back_to(None, "step back")
        self.timeline.go(before)
        found, _ = self.instruction(self.machine.registers.pc)
        if found and found.effect.then == "return" and self.machine.registers.s < s:
            for begin, end in self._stretches(before):
                rows = self._heads(begin, end)
                level = rows[(rows["b"] >> 16 & 0xFFFF) >= s]
                if len(level):
                    before = int(level["cycle"][-1])
                    break
        return self._back_to(before, "step back")

    def back_to_write(self, where: str, count: int = 1) -> Stop:
        """Go back to before the last instruction that wrote a byte.

        Errors: VecxError where none has since the session began; it stays where it is
        """
        place = self.machine._place(points.place_of(where, self.machine))
        now = self.machine.cycles
        self._leave()
        for begin, end in self._stretches(now):
            rows = self._logged(begin, end, place, count, writes=True)
            rows = rows[(rows["kind"] == log.WRITE) & (rows["cycle"] < now)
                        & (rows["a"] >= place) & (rows["a"] < place + count)]
            if len(rows):
                _, pc, _, _, value = rows[-1].tolist()
                stop = self._back_to(self._head_before(int(rows["cycle"][-1]) + 1), "write")
                return Stop(stop.why, stop.cycle, stop.pc,
                            f"${pc:04X} is about to write ${value:02X} to {where}")
        self.timeline.go(now)
        raise VecxError(f"nothing has written {where} since cycle {self.timeline.begin:,}, where "
                        "the session began")

    def run_back(self) -> Stop:
        """Go back to where a breakpoint last stopped the program, or would have.

        Hits are not counted on the way back: `after` does not hold there, and nothing is logged.
        """
        now = self.machine.cycles
        self._leave()
        stopping = [point for point in self.breakpoints if not point.message]
        for begin, end in self._stretches(now):
            found = self._last_hit(begin, end, now, stopping)
            if found:
                stop = self._back_to(found[0], f"breakpoint {found[1].number}")
                return Stop(stop.why, stop.cycle, stop.pc, found[1].words, found[1])
            if self.paused:
                self.paused = False
                self.timeline.go(begin)
                return self._stop("pause")
        return self._back_to(None, "begin")

    def _last_hit(self, begin: int, end: int, now: int,
                  stopping: list[Breakpoint]) -> tuple[int, Breakpoint] | None:
        """Return cycle and breakpoint of the last hit of a stretch before the cycle `now`."""
        self.timeline.restore(begin)
        last: tuple[int, Breakpoint] | None = None
        always = [point for point in stopping if point.kind == points.ALWAYS]
        frames = self.machine.frames
        with self._armed():
            while self.machine.cycles < end:
                self._hits.clear()
                self.timeline.run(self.machine.cycles + 1 if always else end)
                for cycle, point in [*self._hits, *((self.machine.cycles, p) for p in always)]:
                    if point in stopping and begin < cycle < now and self._holds(point):
                        last = cycle, point
        for point in stopping:
            for frame in [frame for frame in self.timeline.frames if frame.index >= frames]:
                at = points.met(point, frame) if point.kind == points.EVENT else None
                if at and begin < at[0] < now and (last is None or at[0] > last[0]):
                    last = at[0], point
        return last

    def _stretches(self, now: int) -> Iterator[tuple[int, int]]:
        """Yield the stretches of the past between two keyframes, the last one first."""
        end = now
        for begin in self.timeline.keyframes_before(now):
            yield begin, end
            end = begin + 1         # what ends at the keyframe itself belongs to the stretch before

    def _back_to(self, cycle: int | None, why: str) -> Stop:
        if cycle is None:
            self.timeline.go(self.timeline.begin)
            return self._stop("begin", "this is where the session began")
        self.timeline.go(cycle)
        return self._stop(why)

    def _head_before(self, cycle: int) -> int | None:
        """Return the cycle of the last instruction that began before a cycle; None for none."""
        begin = self.timeline.begin
        for far in STEP_BACK_CYCLES:
            if cycle - far > begin:
                rows = self._heads(cycle - far, cycle)
                if len(rows):
                    return int(rows["cycle"][-1])
        for first, end in self._stretches(cycle):
            rows = self._heads(first, end)
            rows = rows[rows["cycle"] < cycle]
            if len(rows):
                return int(rows["cycle"][-1])
        return None

    def _heads(self, begin: int, end: int) -> np.ndarray:
        """Return the log's rows of the instructions that begin from one cycle to before another."""
        rows = self._logged(begin, end, 0, 0x10000, runs=True)
        heads = (rows["kind"] == log.EXEC) | (rows["kind"] == log.INTERRUPT)
        return rows[heads & (rows["cycle"] >= begin) & (rows["cycle"] < end)]

    def logged_all(self, begin: int, end: int) -> np.ndarray:
        """Run a stretch of the past again; return all instructions, reads and writes of it.

        The session stands at the end of it then.
        """
        return self._logged(begin, end, 0, 0x10000, runs=True, reads=True, writes=True)

    def _logged(self, begin: int, end: int, place: int, count: int, *, runs: bool = False,
                reads: bool = False, writes: bool = False) -> np.ndarray:
        """Run a stretch of the past again; return what was logged of some addresses."""
        pending = self.machine.pending
        self.timeline.go(begin)
        users_log = pending.divert_events()
        handle = self.machine.watch(place, count, runs=runs, reads=reads,
                                    writes=writes)
        try:
            while self.machine.cycles < end:
                self.timeline.run(end)
            return self.machine.take_log()
        finally:
            handle.remove()
            pending.rejoin_events(users_log, np.zeros(0, EVENT))

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
