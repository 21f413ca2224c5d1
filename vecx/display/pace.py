"""Keeping time: the machine's beside the clock's, and whether there is time for a picture."""

import time
from collections.abc import Callable

from ..console.frame import CYCLES_PER_SECOND

LAG_SECONDS_MAX = 0.5       # farther behind than this, time is let go
DARK_SECONDS_MAX = 0.1      # a picture is shown this often, however late it is
FOLLOW = 0.05               # of the way to the sound's clock is gone with a frame
APART_SECONDS_MAX = 0.05    # farther from it than this, all of it


class Pace:
    """Says when a frame is due, and leaves out pictures rather than time.

    Args:    speed  1 = the real machine's
             clock  seconds; sleep: waits so many
    """

    def __init__(self, speed: float = 1.0, clock: Callable[[], float] = time.perf_counter,
                 sleep: Callable[[float], None] = time.sleep) -> None:
        self.speed = speed
        self._clock, self._sleep = clock, sleep
        self._due = self._shown = clock()

    def ran(self, cycles: int, wanted_in: float | None = None) -> bool:
        """So many cycles have run: return whether their picture is to be shown.

        Args: wanted_in  seconds until the sound wants the next ones; its clock leads, if there is
                         one
        """
        self._due += cycles / CYCLES_PER_SECOND / self.speed
        now = self._clock()
        if wanted_in is not None:
            apart = now + wanted_in - self._due
            self._due += apart if abs(apart) > APART_SECONDS_MAX else FOLLOW * apart
        show = now <= self._due or now - self._shown >= DARK_SECONDS_MAX
        if show:
            self._shown = now
        return show

    def wait(self) -> None:
        """Wait until the next frame is due; far behind, begin to count anew."""
        now = self._clock()
        if self._due > now:
            self._sleep(self._due - now)
        elif now - self._due > LAG_SECONDS_MAX:
            self._due = now
