"""Sound as a WAV file: 16 bits, one channel, the mixer's rate."""

import contextlib
import wave
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from .. import files
from ..sound.mixer import RATE, Mixer
from ..waiting import SoundLog

FULL = 32767


@contextlib.contextmanager
def recording(path: Path) -> Iterator[Callable[[SoundLog, int], None]]:
    """Give what takes `Machine.take_sound()` and the cycle it reaches to; the file is whole then.

    Errors: VecxError where the file cannot be written; an old one is as it was
    """
    mixer = Mixer()
    with files.writing(path, partial=True) as file, wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)

        def add(log: SoundLog, until: int) -> None:
            samples = np.round(mixer.samples(log, until) * FULL)
            out.writeframes(samples.astype("<i2").tobytes())

        yield add
