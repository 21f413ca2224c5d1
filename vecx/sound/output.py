"""Plays samples on the sound device; without a device, `Output.fault` is the reason for the
silence."""

import contextlib
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from . import DECIBELS_MIN
from .mixer import RATE

DEVICE_SECONDS = 0.08       # of samples that fit into the device's buffer
AHEAD_SECONDS = 0.05        # of samples still in the buffer when the next ones come
AHEAD_STEP, AHEAD_SECONDS_MAX = 0.005, 0.06     # it grows when that is too little
SLACK_SECONDS = 0.02        # that may be in the buffer in addition; more samples are dropped
BLOCK = 256
OFTEN_SECONDS = 30.0        # two underruns within this time are more than chance
STALL_SECONDS = 0.1         # a device that has played nothing for this time cannot lead the clock
LOST_SECONDS = 3.0          # a device that has played nothing for this time is gone
RETRY_SECONDS = 2.0
# Messages of PortAudio and Python, and what a user can do; --mute opens no device.
ADVICE = (
    ("Error querying device", "no sound device; plug one in, choose one in the system's settings, "
                              "or use --mute"),
    ("PortAudio library not found", "install PortAudio, on Debian libportaudio2, or use --mute"),
    ("No module named", "install the package sounddevice, or use --mute"),
)


def what_to_do(fault: str) -> str:
    """Return advice for a device's fault, with the device's own message."""
    for words, advice in ADVICE:
        if words in fault:
            return f"{advice}: {fault}"
    return fault


class Output:
    """A sound device that plays samples; silent without a device.

    `fault` says why there is no sound, or is None.  If the device disappears while playing, vecx
    searches for it again; `look` reports that.

    The device's clock leads: `due_in` says when it needs more samples.  It still has AHEAD_SECONDS
    of them then, more after repeated underruns.
    """

    def __init__(self, rate: int = RATE, clock: Callable[[], float] = time.monotonic) -> None:
        self.fault: str | None = None
        self._clock, self._moved = clock, clock()       # when it was last seen to play
        self._search: threading.Thread | None = None
        self._search_at = float("inf")      # when to search for a lost device again
        self.muted, self.decibels = False, 0
        self.underruns = 0
        self._short_at = float("-inf")
        self._ahead = AHEAD_SECONDS
        self._dry = True        # nothing is playing, so an empty buffer is not an underrun
        self._begun = False     # it has played samples written since then
        self._last = np.float32(0)
        self._delays = [0.0, 0.0, 0.0]      # seconds: the sum, the longest; how many
        self._rate = rate
        self._room = self._free = 0         # samples: space in the empty buffer, and now
        self._stream: Any = None
        self._open()

    def _open(self, again: bool = False) -> None:
        """Open the device, or set `fault`.  If `again` is true, search for new devices first."""
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
        """Release a lost device and search for a new one.  Run this in a thread, because it can
        take a long time."""
        if gone is not None:
            with contextlib.suppress(Exception):
                gone.abort()
                gone.close()
        self._open(again=True)

    def look(self) -> str | None:
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
            return "the sound device is gone; playing without sound until it is back"
        if now >= self._search_at:
            self._begin_search(None, now)
        return None

    def _begin_search(self, gone: Any, now: float) -> None:
        self._search_at = now + RETRY_SECONDS
        self._search = threading.Thread(target=self._open_again, args=(gone,), daemon=True)
        self._search.start()

    def _lives(self, now: float) -> bool:
        """Return whether the device is playing, or has nothing to play."""
        try:
            self._look_at_level()
            return bool(self._stream.active) and (self._dry or now - self._moved < LOST_SECONDS)
        except Exception:       # PortAudio's error for a lost device
            return False

    def _look_at_level(self) -> float:
        """Return how many seconds of samples are in the device's buffer."""
        free = min(self._stream.write_available, self._room)
        self._begun = not self._dry and (self._begun or free > self._free)
        if free != self._free or free == self._room:
            self._free, self._moved = free, self._clock()
        return (self._room - free) / self._rate

    def play(self, samples: np.ndarray, unscaled: np.ndarray | float = 0.0) -> None:
        """Write samples to the device; those that would be heard too late are dropped.

        Args: unscaled  samples that ignore the volume, added to the others: the growl
        """
        if self._stream is None:
            return
        gain = np.float32(0 if self.muted else 10 ** (self.decibels / 20))
        mixed = (samples * gain + unscaled * np.float32(not self.muted)).astype(np.float32)
        with contextlib.suppress(Exception):    # the device is gone: `look` will notice
            self._give(mixed)

    def _give(self, samples: np.ndarray) -> None:
        """Write samples to the device.  Errors: those of PortAudio, if the device is gone."""
        level = self._look_at_level()
        if not self._dry and level == 0:
            self._missed()
        if level == 0:      # keep the first samples until the next are there
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
        """Count an underrun; if underruns are frequent, keep more samples in the buffer."""
        now = self._clock()
        self.underruns += 1
        if now - self._short_at < OFTEN_SECONDS:
            self._ahead = min(AHEAD_SECONDS_MAX, self._ahead + AHEAD_STEP)
        self._short_at = now

    def rest(self) -> None:
        """Announce that no samples follow for a while, so that an empty buffer is not an
        underrun."""
        self._dry = True

    def due_in(self) -> float | None:
        """Return the number of seconds until the device needs more samples; None if the device is
        not playing."""
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
        total, longest, count = self._delays
        if not count:
            return "no sound"
        return (f"sound {1000 * total / count:.0f} ms late, {1000 * longest:.0f} at most, "
                f"{self.underruns} underrun{'s' if self.underruns != 1 else ''}")

    def louder(self, decibels: int) -> None:
        """Raise or lower the volume, within the range DECIBELS_MIN to 0."""
        self.decibels = max(DECIBELS_MIN, min(0, self.decibels + decibels))

    def close(self) -> None:
        self._search_at = float("inf")
        if self._search is not None:
            self._search.join(RETRY_SECONDS)
        if self._stream is not None:
            self._stream.close()
            self._stream = None
