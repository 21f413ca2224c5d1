"""Samples to the sound device, or to nowhere with a word about why."""

import threading
from typing import Any

import numpy as np

from . import DECIBELS_MIN
from .mixer import RATE

QUEUE_SECONDS_MAX = 0.15
BLOCK = 512
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

    `fault` says in a few words why there is no sound, or is None.
    """

    def __init__(self, rate: int = RATE) -> None:
        self.fault: str | None = None
        self.muted, self.decibels = False, 0
        self._queue = np.zeros(0, np.float32)
        self._lock = threading.Lock()
        self._last = 0.0
        self._rate = rate
        self._stream: Any = None
        try:
            import sounddevice

            self._stream = sounddevice.OutputStream(
                samplerate=rate, channels=1, dtype="float32", blocksize=BLOCK, latency="low",
                callback=self._fill)
            self._stream.start()
        except Exception as fault:      # PortAudio missing, no device, a device that refuses
            self._stream = None
            self.fault = what_to_do((str(fault) or type(fault).__name__).splitlines()[0])

    def _fill(self, out: np.ndarray, count: int, *_: object) -> None:
        """Give the device its next block; where the queue is short, hold the last level."""
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
        if self._stream is not None:
            self._stream.close()
            self._stream = None
