"""Forward: steps, runs to a place, and which breakpoint stops them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..chips import log
from ..chips.state import NEVER
from ..errors import VecxError
from ..machine import Machine
from . import breakpoints as points
from .base import Base, Stop
from .breakpoints import Breakpoint

CHUNK = 1_000_000           # cycles between two looks at whether somebody wants a pause
FRAME_CHUNK = 30_000        # the same where events of frames, or strict findings, are waited for
LINE_STEPS_MAX = 1_000_000  # instructions of one line of source


class Forward(Base):
    """A session that goes forward."""

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

    def run(self, since: int | None = None) -> Stop:
        """Run until a breakpoint stops it, or `paused` is set.

        Args: since  the cycle at which it stood last, where it has run on from there without having
                     stopped; a breakpoint there does not stop it again
        """
        return self._run(NEVER, since)

    def run_for(self, cycles: int, since: int) -> Stop:
        """Run for some cycles, `why` is then cycle, or to what stops before; since: as in `run`."""
        return self._run(self.machine.cycles + cycles, since)

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

    def _run(self, until: int, since: int | None = None) -> Stop:
        """Run to a cycle, `why` is then cycle, or to what stops before."""
        machine = self.machine
        begin = self.stopped_at = machine.cycles if since is None else since
        frames = machine.frames
        noted = machine.strict.noted if machine.strict else 0
        always = [point for point in self.breakpoints if point.kind == points.ALWAYS]
        by_frame = any(point.kind == points.EVENT for point in self.breakpoints)
        for point in always:
            if point.holds and "prev" in point.condition:
                point.holds()
        slow = [point for point in always if point.cells is None]
        first = begin == machine.cycles     # what holds from the beginning on is not written again
        with self._armed():
            while machine.cycles < until:
                if self.paused:
                    self.paused = False
                    return self._stop("pause")
                chunk = 1 if slow or (first and always) else FRAME_CHUNK if by_frame else CHUNK
                self._hits.clear()
                self.timeline.run(min(until, machine.cycles + chunk))
                hits = [point for cycle, point in self._hits if cycle > begin
                        and point.kind != points.ALWAYS]
                met = [point for _, point in self._hits if point.kind == points.ALWAYS]
                stop = self._judged(hits + (always if first else
                                            [point for point in always if point in slow
                                             or point in met]))
                first = False
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
        if point.kind == points.ALWAYS:
            return [(first, count, int(points.MARKS[points.WRITE]))
                    for first, count in point.cells or ()]
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
