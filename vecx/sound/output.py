"""Samples to the sound device, or to nowhere with a word about why."""

import contextlib
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from . import DECIBELS_MIN
from .mixer import RATE

QUEUE_SECONDS_MAX = 0.15
BLOCK = 512
DEVICE_SECONDS = 0.04       # of samples that the device holds: four blocks
AHEAD_SECONDS = 0.012       # of samples that still wait when the next ones come
AHEAD_STEP, AHEAD_SECONDS_MAX = 0.006, 0.060    # more, where that is too little
OFTEN_SECONDS = 30.0        # two underruns within this long are no accident
STALL_SECONDS = 0.1         # one that has is no clock
LOST_SECONDS = 3.0          # a device that has asked for nothing so long is gone
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
    to that.  AHEAD_SECONDS of them are between the two, more where underruns say so.
    """

    def __init__(self, rate: int = RATE, clock: Callable[[], float] = time.monotonic) -> None:
        self.fault: str | None = None
        self._clock, self._served = clock, clock()
        self._search: threading.Thread | None = None
        self._search_at = float("inf")      # when a device that went is looked for again
        self.muted, self.decibels = False, 0
        self.underruns = 0
        self._short_at = float("-inf")
        self._ahead = AHEAD_SECONDS
        self._queue = np.zeros(0, np.float32)
        self._dry = True        # nothing plays, and nothing is missed
        self._lock = threading.Lock()
        self._last = 0.0
        self._delays = [0.0, 0.0, 0.0]      # seconds: the sum, the longest; how many
        self._rate = rate
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
                latency=DEVICE_SECONDS, callback=self._fill)
            stream.start()
        except Exception as fault:      # PortAudio missing, no device, a device that refuses
            self.fault = what_to_do((str(fault) or type(fault).__name__).splitlines()[0])
        else:
            with self._lock:
                self._served, self._dry = self._clock(), True
                self._queue = self._queue[:0]
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
        if self._stream is not None and not (self._stream.active
                                             and now - self._served < LOST_SECONDS):
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

    def _fill(self, out: np.ndarray, count: int, _time: object = None, status: Any = None) -> None:
        """Give the device its next block; where the queue is short, hold the last level."""
        now = self._clock()
        with self._lock:
            self._served = now
            ready, self._queue = self._queue[:count], self._queue[count:]
            short = len(ready) < count
            if not self._dry and (short or (status and status.output_underflow)):
                self._missed(now, short)
            self._dry |= short
        out[:len(ready), 0] = ready
        if len(ready):
            self._last = float(ready[-1])
        out[len(ready):, 0] = self._last

    def _missed(self, now: float, short: bool) -> None:
        """Samples came too late; where that comes often for want of them, more are to be ahead."""
        self.underruns += 1
        if short and now - self._short_at < OFTEN_SECONDS:
            self._ahead = min(AHEAD_SECONDS_MAX, self._ahead + AHEAD_STEP)
        self._short_at = now if short else self._short_at

    def play(self, samples: np.ndarray, beside: np.ndarray | float = 0.0) -> None:
        """Queue samples; what is more than QUEUE_SECONDS_MAX old is dropped.

        Args: beside  as many samples that no volume reaches: the growl
        """
        if self._stream is None:
            return
        gain = np.float32(0 if self.muted else 10 ** (self.decibels / 20))
        mixed = samples * gain + beside * np.float32(not self.muted)
        with self._lock:
            if self._clock() - self._served > STALL_SECONDS:
                self._queue, self._dry = self._queue[:0], True
            if self._dry:       # the first ones wait until the next are there
                level = self._queue[-1] if len(self._queue) else self._last
                short = max(0, int(self._ahead * self._rate) - len(self._queue))
                self._queue = np.append(self._queue, np.full(short, level, np.float32))
                self._dry = False
            delay = self._waiting() + self._stream.latency
            self._delays = [self._delays[0] + delay, max(self._delays[1], delay),
                            self._delays[2] + 1]
            queue = np.concatenate([self._queue, mixed])
            self._queue = queue[-int(QUEUE_SECONDS_MAX * self._rate):]

    def rest(self) -> None:
        """Nothing comes for a while: that the queue runs out is no fault."""
        with self._lock:
            self._dry = True

    def wanted_in(self) -> float | None:
        """Return in how many seconds the device wants more samples, or None where it wants none."""
        with self._lock:
            if self._stream is None or self._dry or \
                    self._clock() - self._served > STALL_SECONDS:
                return None
            return self._waiting() - self._ahead

    def _waiting(self) -> float:
        """Return how many seconds of samples wait; what the device has of its block is played."""
        return len(self._queue) / self._rate - min(self._clock() - self._served, BLOCK / self._rate)

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
