"""Runs the program until a breakpoint stops it, and searches the past for the last hit."""

from contextlib import suppress

import numpy as np

from ..chips.state import NEVER
from ..errors import VecxError
from ..machine import Machine
from .breakpoints import Active, Breakpoint, Breakpoints, Kind, changes, event_in_frame
from .replay import Replay
from .stops import Reason, Stop
from .timeline import Timeline

CHUNK = 1_000_000           # cycles between two checks for a requested pause
FRAME_CHUNK = 30_000        # the same with breakpoints at events of frames, findings or registers


class Changes:
    """Finds the next change of a watched register.

    They are found by running ahead with a log and going back, which is faster than a look at the
    registers after each instruction.
    """

    def __init__(self, machine: Machine, timeline: Timeline, replay: Replay,
                 watched: list[Active]) -> None:
        self._machine, self._timeline, self._replay = machine, timeline, replay
        self._points = [active.point for active in watched]
        self._found, self._end = np.zeros(0, np.int64), machine.cycles

    def before(self, end: int) -> int:
        """Return the cycle of the next change.  If no change is known yet, return the cycle up to
        which there is no change.  The result is at most `end`.
        """
        if not self._points:
            return end
        now = self._machine.cycles
        if now >= self._end:
            self._found = changes(self._replay.logged(now, end, 0, 0x10000, runs=True),
                                  self._points)
            self._end = end
            self._timeline.go(now)
        later = self._found[self._found > now]
        return min(end, int(later[0]) if len(later) else self._end)


class Runner:
    """Runs a machine with breakpoints; records where the run began and whether a stop is
    requested."""

    def __init__(self, machine: Machine, timeline: Timeline, breakpoints: Breakpoints,
                 replay: Replay) -> None:
        self._machine, self._timeline, self._breakpoints = machine, timeline, breakpoints
        self._replay = replay
        self.requested: Reason | None = None       # PAUSE or UNFINISHED, set by any thread
        self.begun_at = machine.cycles          # the cycle of the last stop

    def stop(self, reason: Reason, point: Breakpoint | None = None, **more: object) -> Stop:
        machine = self._machine
        return Stop(reason, machine.cycles, machine.where(machine.registers.pc), point,
                    **more)                                             # type: ignore[arg-type]

    def take_request(self) -> Stop | None:
        """Return the requested stop, and clear the request."""
        reason, self.requested = self.requested, None
        return self.stop(reason) if reason else None

    def run(self, until: int = NEVER, since: int | None = None,
            reached: Reason = Reason.CYCLE) -> Stop:
        """Run until a breakpoint stops the program, or to a cycle; the stop then has the reason
        `reached`.

        Args: since  the cycle of the last stop, if this continues a run that was interrupted;
                     breakpoints at that cycle do not stop again
        """
        machine, breakpoints = self._machine, self._breakpoints
        begin = self.begun_at = machine.cycles if since is None else since
        frames, noted = machine.frames, self._noted()
        always = breakpoints.of_kind(Kind.IF)
        by_frame = bool(breakpoints.of_kind(Kind.EVENT))
        registers = breakpoints.of_kind(Kind.REGISTER)
        for active in always:
            if active.holds and active.remembers:
                with suppress(VecxError):       # reported when the condition is evaluated
                    active.holds()
        slow = [active for active in always if active.cells is None]
        if machine.strict:      # which would forget its values when the machine goes back
            slow += registers
        ahead = Changes(machine, self._timeline, self._replay, [] if slow else registers)
        first = begin == machine.cycles     # a condition may already hold at the start
        with breakpoints.armed() as hits:
            while machine.cycles < until:
                stop = self.take_request()
                if stop:
                    return stop
                chunk = 1 if slow or (first and always) else \
                    FRAME_CHUNK if by_frame or registers else CHUNK
                end = ahead.before(min(until, machine.cycles + chunk))
                hits.clear()
                self._timeline.run(end)
                due = [active for cycle, active in hits if cycle > begin
                       and active.point.kind is not Kind.IF]
                written = [active for _, active in hits if active.point.kind is Kind.IF]
                due += always if first else [active for active in always
                                             if active in slow or active in written]
                due += registers
                first = False
                stop = self._judged(due) or (self._event(frames, noted, begin) if by_frame
                                             else None)
                if stop:
                    return stop
                frames, noted = machine.frames, self._noted()
                if machine.halted:
                    return self.stop(Reason.HALTED)
        return self.stop(reached)

    def _noted(self) -> int:
        return self._machine.strict.noted if self._machine.strict else 0

    def _judged(self, due: list[Active]) -> Stop | None:
        found = self._breakpoints.judge(due)
        return self.stop(Reason.BREAKPOINT, found[0], fault=found[1]) if found else None

    def _event(self, frames: int, noted: int, begin: int) -> Stop | None:
        """Return a stop if there was a finding of --strict, or an event in the frames that have
        ended."""
        machine = self._machine
        for active in self._breakpoints.of_kind(Kind.EVENT):
            point = active.point
            if point.event == "strict" and self._noted() > noted:
                new = [finding for finding in machine.findings if finding.cycle >= begin]
                for finding in sorted(new, key=lambda one: one.cycle)[:1]:
                    self._timeline.go(finding.cycle)
                    if self._breakpoints.judge([active]):
                        return self.stop(Reason.BREAKPOINT, point, finding=finding)
            for frame in [frame for frame in self._timeline.frames if frame.index >= frames]:
                found = event_in_frame(point, frame)
                if not found or found[0] <= begin:
                    continue
                self._timeline.go(found[0])
                if self._breakpoints.judge([active]):
                    return self.stop(Reason.BREAKPOINT, point, values=found[1])
        return None

    def last_hit(self, begin: int, end: int, now: int) -> tuple[int, Breakpoint] | None:
        """Of the hits from `begin` to `end`, find the last one before `now`; return its cycle and
        its breakpoint.

        Hits are not counted: `after` does not apply, and log points report nothing.
        """
        machine = self._machine
        self._timeline.restore(begin)
        last: tuple[int, Breakpoint] | None = None
        registers = [active for active in self._breakpoints.of_kind(Kind.REGISTER)
                     if not active.point.message]
        ahead = Changes(machine, self._timeline, self._replay, registers)
        always = [active for active in self._breakpoints.of_kind(Kind.IF)
                  if active.cells is None and not active.point.message]
        frames = machine.frames
        with self._breakpoints.armed() as hits:
            while machine.cycles < end:
                until = machine.cycles + 1 if always else ahead.before(end)
                hits.clear()
                self._timeline.run(until)
                for cycle, active in [*hits, *((machine.cycles, active)
                                               for active in (*always, *registers))]:
                    if not active.point.message and begin < cycle < now \
                            and self._breakpoints.holds(active):
                        last = cycle, active.point
        for active in self._breakpoints.of_kind(Kind.EVENT):
            for frame in [frame for frame in self._timeline.frames if frame.index >= frames]:
                at = None if active.point.message else event_in_frame(active.point, frame)
                if at and begin < at[0] < now and (last is None or at[0] > last[0]):
                    last = at[0], active.point
        return last
