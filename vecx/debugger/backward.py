"""Back: steps, the last write of a byte, the last stop of a breakpoint."""

from collections.abc import Iterator

import numpy as np

from ..chips import log
from ..chips.state import EVENT
from ..errors import VecxError
from ..wires.waves import Recorder, Stretch
from . import breakpoints as points
from .base import Stop
from .breakpoints import Breakpoint
from .forward import LINE_STEPS_MAX, Forward

STEP_BACK_CYCLES = 100, 10_000      # an instruction is sought so far back, then at a keyframe


class Backward(Forward):
    """A session that goes back as well."""

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
        place = self.machine.home(points.place_of(where, self.machine))
        now = self.machine.cycles
        self._leave()
        for begin, end in self._stretches(now):
            rows = self._logged(begin, end, place, count, writes=True)
            rows = rows[(rows["kind"] == log.WRITE) & (rows["a"] >= place)
                        & (rows["a"] < place + count)]
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
        always = [point for point in stopping if point.cells is None
                  and point.kind == points.ALWAYS]
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

    def wires(self, begin: int, end: int) -> Stretch:
        """Run a stretch of the past again; return what its wires did.  The session stands at its
        end then."""
        pending = self.machine.pending
        self.timeline.go(begin)
        users_log = pending.divert_events()
        try:
            with Recorder(self.machine) as recorder:
                while self.machine.cycles < end:
                    self.timeline.run(end)
                return recorder.take()
        finally:
            pending.rejoin_events(users_log, np.zeros(0, EVENT))

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
