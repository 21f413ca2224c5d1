"""Sound as a WAV file: 16 bits, one channel, the mixer's rate."""

import contextlib
import wave
from pathlib import Path
from typing import BinaryIO

import numpy as np

from ..sound.mixer import RATE
from .recording import Recording

FULL = 32767


class Wav(Recording):
    """A recording of the sound alone."""

    pictures = False

    def begin(self, path: Path, file: BinaryIO) -> None:
        """Write the head."""
        self._out = wave.open(file, "wb")       # noqa: SIM115
        self._out.setnchannels(1)
        self._out.setsampwidth(2)
        self._out.setframerate(RATE)

    def take_sound(self, samples: np.ndarray) -> None:
        """Write samples."""
        self._out.writeframes(np.round(samples * FULL).astype("<i2").tobytes())

    def end(self) -> None:
        """Write the length into the head."""
        self._out.close()

    def abandon(self) -> None:
        """Let the head be as it is."""
        with contextlib.suppress(OSError):      # it tries to fix it when it is forgotten
            self._out.close()
