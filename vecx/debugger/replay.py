"""Runs a part of the past again with a log."""

from collections.abc import Iterator

import numpy as np

from ..chips import log
from ..machine import Machine
from ..measure.wires.waves import Recorder, Stretch
from .timeline import Timeline

WINDOW_CYCLES = 10_000      # first search the last cycles, then back to keyframes


class Replay:
    """Runs any part of a timeline again, and returns its log.

    All methods except `stretches` and `head_before` leave the machine at the end of the part.
    """

    def __init__(self, machine: Machine, timeline: Timeline) -> None:
        self._machine, self._timeline = machine, timeline
        self._heads = np.zeros(0, np.int64)     # cycles at which instructions began, one window
        self._window = 0, 0
        self._version = timeline.version

    def stretches(self, now: int) -> Iterator[tuple[int, int]]:
        """Yield the parts of the past that lie between two keyframes, the latest part first."""
        end = now
        for begin in self._timeline.keyframes_before(now):
            yield begin, end
            end = begin + 1         # what ends at a keyframe belongs to the earlier part

    def head_before(self, cycle: int) -> int | None:
        """Return the cycle of the last instruction that began before a cycle, or None.

        The instructions of the last search are cached, so that repeated steps back do not search
        again.
        """
        known = self._known_before(cycle)
        if known is not None:
            return known
        begin = self._timeline.begin
        near = [(cycle - WINDOW_CYCLES, cycle)] if cycle - WINDOW_CYCLES > begin else []
        for first, end in (*near, *self.stretches(cycle)):
            found = self.heads(first, end)["cycle"]
            found = found[found < cycle]
            if len(found):
                self._heads, self._window = found, (first, cycle)
                self._version = self._timeline.version
                return int(found[-1])
        return None

    def _known_before(self, cycle: int) -> int | None:
        first, end = self._window
        if self._version != self._timeline.version or not first < cycle <= end:
            return None
        at = int(np.searchsorted(self._heads, cycle))
        return int(self._heads[at - 1]) if at else None

    def heads(self, begin: int, end: int) -> np.ndarray:
        """Return the log's rows for the instructions that begin from cycle `begin` to `end` - 1."""
        rows = self.logged(begin, end, 0, 0x10000, runs=True)
        heads = (rows["kind"] == log.EXEC) | (rows["kind"] == log.INTERRUPT)
        return rows[heads & (rows["cycle"] >= begin) & (rows["cycle"] < end)]

    def logged_all(self, begin: int, end: int) -> np.ndarray:
        return self.logged(begin, end, 0, 0x10000, runs=True, reads=True, writes=True)

    def logged(self, begin: int, end: int, place: int, count: int, *, runs: bool = False,
               reads: bool = False, writes: bool = False) -> np.ndarray:
        output = self._machine.output
        self._timeline.go(begin)
        users_log = output.divert_events()
        handle = self._machine.watch(place, count, runs=runs, reads=reads, writes=writes)
        try:
            while self._machine.cycles < end and not self._machine.halted:
                self._timeline.run(end)
            return self._machine.take_log()
        finally:
            handle.remove()
            output.rejoin_events(users_log)

    def wires(self, begin: int, end: int) -> Stretch:
        output = self._machine.output
        self._timeline.go(begin)
        users_log = output.divert_events()
        try:
            with Recorder(self._machine) as recorder:
                while self._machine.cycles < end:
                    self._timeline.run(end)
                return recorder.take()
        finally:
            output.rejoin_events(users_log)
