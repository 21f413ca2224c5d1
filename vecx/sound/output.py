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
LOST_SECONDS = 1.5          # a device that has asked for nothing so long is gone
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
    """

    def __init__(self, rate: int = RATE, clock: Callable[[], float] = time.monotonic) -> None:
        self.fault: str | None = None
        self._clock, self._served = clock, clock()
        self._search: threading.Thread | None = None
        self._search_at = float("inf")      # when a device that went is looked for again
        self.muted, self.decibels = False, 0
        self._queue = np.zeros(0, np.float32)
        self._lock = threading.Lock()
        self._last = 0.0
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
                samplerate=self._rate, channels=1, dtype="float32", blocksize=BLOCK, latency="low",
                callback=self._fill)
            stream.start()
        except Exception as fault:      # PortAudio missing, no device, a device that refuses
            self.fault = what_to_do((str(fault) or type(fault).__name__).splitlines()[0])
        else:
            self._served = self._clock()
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

    def _fill(self, out: np.ndarray, count: int, *_: object) -> None:
        """Give the device its next block; where the queue is short, hold the last level."""
        self._served = self._clock()
        with self._lock:
            ready, self._queue = self._queue[:count], self._queue[count:]
        out[:len(ready), 0] = ready
        if len(ready):
            self._last = float(ready[-1])
        out[len(ready):, 0] = self._last

    def play(self, samples: np.ndarray, beside: np.ndarray | float = 0.0) -> None:
        """Queue samples; what is more than QUEUE_SECONDS_MAX old is dropped.

        Args: beside  as many samples that no volume reaches: the growl
        """
        if self._stream is None:
            return
        gain = np.float32(0 if self.muted else 10 ** (self.decibels / 20))
        mixed = samples * gain + beside * np.float32(not self.muted)
        with self._lock:
            queue = np.concatenate([self._queue, mixed])
            self._queue = queue[-int(QUEUE_SECONDS_MAX * self._rate):]

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
