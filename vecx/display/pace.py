"""Keeps the machine's time with the clock's, and drops pictures when it is late."""

import time
from collections.abc import Callable

from ..console.frame import CYCLES_PER_SECOND

LAG_SECONDS_MAX = 0.5       # farther behind than this, the lost time is not caught up
DARK_SECONDS_MAX = 0.1      # a picture is shown at least this often, however late it is
FOLLOW = 0.05               # of the difference to the sound's clock is corrected in each frame
APART_SECONDS_MAX = 0.05    # a larger difference is corrected at once


class Pace:
    """Decides when a frame is due, and skips pictures rather than time.

    Args:    speed  1 = the real machine's
             clock  seconds; sleep: waits for a number of seconds
    """

    def __init__(self, speed: float = 1.0, clock: Callable[[], float] = time.perf_counter,
                 sleep: Callable[[float], None] = time.sleep) -> None:
        self.speed = speed
        self._clock, self._sleep = clock, sleep
        self._due = self._shown = clock()

    def ran(self, cycles: int, sound_due_in: float | None = None) -> bool:
        """Count cycles that have run; return whether to show their picture.

        Args: sound_due_in  seconds until the sound output needs more; if given, its clock leads
        """
        self._due += cycles / CYCLES_PER_SECOND / self.speed
        now = self._clock()
        if sound_due_in is not None:
            apart = now + sound_due_in - self._due
            self._due += apart if abs(apart) > APART_SECONDS_MAX else FOLLOW * apart
        show = now <= self._due or now - self._shown >= DARK_SECONDS_MAX
        if show:
            self._shown = now
        return show

    def wait(self) -> None:
        """Wait until the next frame is due; if far behind, start counting from now."""
        now = self._clock()
        if self._due > now:
            self._sleep(self._due - now)
        elif now - self._due > LAG_SECONDS_MAX:
            self._due = now
