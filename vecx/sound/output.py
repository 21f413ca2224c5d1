"""Samples to the sound device, or to nowhere with a word about why."""

import contextlib
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from . import DECIBELS_MIN
from .mixer import RATE

DEVICE_SECONDS = 0.08       # of samples that the device has room for
AHEAD_SECONDS = 0.05        # of samples that it still has when the next ones come
AHEAD_STEP, AHEAD_SECONDS_MAX = 0.005, 0.06     # more, where that is too little
SLACK_SECONDS = 0.02        # that may be ahead besides: what comes on top is lost
BLOCK = 256
OFTEN_SECONDS = 30.0        # two underruns within this long are no accident
STALL_SECONDS = 0.1         # a device that has played nothing so long is no clock
LOST_SECONDS = 3.0          # one that has played nothing so long is gone
RETRY_SECONDS = 2.0
# What PortAudio and Python say, and what a user can do; --mute plays without asking for a device.
ADVICE = (
    ("Error querying device", "no sound device; plug one in, choose one in the system's settings, "
                              "or give --mute"),
    ("PortAudio library not found", "install PortAudio, on Debian libportaudio2, or give --mute"),
    ("No module named", "install the package sounddevice, or give --mute"),
)


def what_to_do(fault: str) -> str:
    """Return what a device's fault means for a user, with the device's own words."""
    for words, advice in ADVICE:
        if words in fault:
            return f"{advice}: {fault}"
    return fault


class Output:
    """A sound device that plays what it is given; silent where there is none.

    `fault` says in a few words why there is no sound, or is None.  A device that goes while it
    plays is looked for again: `look` says so.

    The device's clock leads: `wanted_in` says when it needs more, and who gives the samples keeps
    to that.  It has AHEAD_SECONDS of them then, and more where underruns say so.
    """

    def __init__(self, rate: int = RATE, clock: Callable[[], float] = time.monotonic) -> None:
        self.fault: str | None = None
        self._clock, self._moved = clock, clock()       # when it was last seen to play
        self._search: threading.Thread | None = None
        self._search_at = float("inf")      # when a device that went is looked for again
        self.muted, self.decibels = False, 0
        self.underruns = 0
        self._short_at = float("-inf")
        self._ahead = AHEAD_SECONDS
        self._dry = True        # nothing plays, and nothing is missed
        self._begun = False     # it has played of what it was given since
        self._last = np.float32(0)
        self._delays = [0.0, 0.0, 0.0]      # seconds: the sum, the longest; how many
        self._rate = rate
        self._room = self._free = 0         # samples: of the device when it is empty, and now
        self._stream: Any = None
        self._open()

    def _open(self, again: bool = False) -> None:
        """Open the device, or find out why not; again: look anew which there are."""
        try:
            import sounddevice

            if again:
                sounddevice._terminate()
                sounddevice._initialize()
            stream = sounddevice.OutputStream(
                samplerate=self._rate, channels=1, dtype="float32", blocksize=BLOCK,
                latency=DEVICE_SECONDS)
            stream.start()
            self._room = self._free = stream.write_available
        except Exception as fault:      # PortAudio missing, no device, a device that refuses
            self.fault = what_to_do((str(fault) or type(fault).__name__).splitlines()[0])
        else:
            self._moved, self._dry = self._clock(), True
            self._stream, self.fault = stream, None

    def _open_again(self, gone: Any) -> None:
        """Give back a device that is gone, and look for one; in a thread, for both can take long.
        """
        if gone is not None:
            with contextlib.suppress(Exception):
                gone.abort()
                gone.close()
        self._open(again=True)

    def look(self) -> str | None:
        """Look after the device; return what has changed, in words, or None."""
        now = self._clock()
        if self._search is not None:
            if self._search.is_alive():
                return None
            self._search = None
            if self._stream is not None:
                self._search_at = float("inf")
                return "the sound device is back"
        if self._stream is not None and not self._lives(now):
            gone, self._stream = self._stream, None
            self.fault = "the sound device is gone"
            self._begin_search(gone, now)
            return "the sound device is gone; playing silent until it is back"
        if now >= self._search_at:
            self._begin_search(None, now)
        return None

    def _begin_search(self, gone: Any, now: float) -> None:
        self._search_at = now + RETRY_SECONDS
        self._search = threading.Thread(target=self._open_again, args=(gone,), daemon=True)
        self._search.start()

    def _lives(self, now: float) -> bool:
        """Say whether the device plays, or has nothing to play."""
        try:
            self._look_at_level()
            return bool(self._stream.active) and (self._dry or now - self._moved < LOST_SECONDS)
        except Exception:       # PortAudio's word for a device that went
            return False

    def _look_at_level(self) -> float:
        """Return how many seconds of samples the device has."""
        free = min(self._stream.write_available, self._room)
        self._begun = not self._dry and (self._begun or free > self._free)
        if free != self._free or free == self._room:
            self._free, self._moved = free, self._clock()
        return (self._room - free) / self._rate

    def play(self, samples: np.ndarray, beside: np.ndarray | float = 0.0) -> None:
        """Give the device samples; what would be heard far too late is lost.

        Args: beside  as many samples that no volume reaches: the growl
        """
        if self._stream is None:
            return
        gain = np.float32(0 if self.muted else 10 ** (self.decibels / 20))
        mixed = (samples * gain + beside * np.float32(not self.muted)).astype(np.float32)
        with contextlib.suppress(Exception):    # the device went: `look` will find out
            self._give(mixed)

    def _give(self, samples: np.ndarray) -> None:
        """Give the device samples.  Errors: PortAudio's, where it has gone."""
        level = self._look_at_level()
        if not self._dry and level == 0:
            self._missed()
        if level == 0:      # the first ones wait until the next are there
            ahead = np.full(int(self._ahead * self._rate), self._last, np.float32)
            self._stream.write(ahead[:self._free, None])
            level = self._look_at_level()
        self._dry = False
        if self._begun:
            total, longest, count = self._delays
            self._delays = [total + level, max(longest, level), count + 1]
        room = int((self._ahead + SLACK_SECONDS - level) * self._rate) + len(samples)
        given = samples[:max(0, min(self._free, room))]
        if len(given):
            self._stream.write(given[:, None])
            self._last = given[-1]
            self._look_at_level()

    def _missed(self) -> None:
        """Samples came too late; where that comes often, more are to be ahead."""
        now = self._clock()
        self.underruns += 1
        if now - self._short_at < OFTEN_SECONDS:
            self._ahead = min(AHEAD_SECONDS_MAX, self._ahead + AHEAD_STEP)
        self._short_at = now

    def rest(self) -> None:
        """Nothing comes for a while: that the device runs out of samples is no fault."""
        self._dry = True

    def wanted_in(self) -> float | None:
        """Return in how many seconds the device wants more samples, or None where it wants none."""
        if self._stream is None or self._dry:
            return None
        try:
            level = self._look_at_level()
        except Exception:       # as above
            return None
        if self._clock() - self._moved > STALL_SECONDS:
            return None
        return level - self._ahead

    def figures(self) -> str:
        """Return in words how late the sound was, and how often it was missing."""
        total, longest, count = self._delays
        if not count:
            return "no sound"
        return (f"sound {1000 * total / count:.0f} ms late, {1000 * longest:.0f} at most, "
                f"{self.underruns} underrun{'s' if self.underruns != 1 else ''}")

    def louder(self, decibels: int) -> None:
        """Change the volume; it is never above what the mixer gives, nor below DECIBELS_MIN."""
        self.decibels = max(DECIBELS_MIN, min(0, self.decibels + decibels))

    def close(self) -> None:
        """Stop the device."""
        self._search_at = float("inf")
        if self._search is not None:
            self._search.join(RETRY_SECONDS)
        if self._stream is not None:
            self._stream.close()
            self._stream = None
