"""Sound as a WAV file: 16 bits, one channel, the mixer's rate."""

import contextlib
import wave
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from .. import files
from ..frame import Frame
from ..sound.growl import Growl
from ..sound.mixer import RATE, Mixer
from ..waiting import SoundLog

FULL = 32767


@contextlib.contextmanager
def recording(path: Path, *,
              growl: bool = False) -> Iterator[Callable[[SoundLog, int, Sequence[Frame]], None]]:
    """Give what takes `Machine.take_sound()`, the cycle it reaches to, and the frames that ended.

    The file is whole when the block ends.

    Args:   growl  what the yoke does to the amplifier is in it, too
    Errors: VecxError where the file cannot be written; an old one is as it was
    """
    mixer, growler = Mixer(), Growl() if growl else None
    with files.writing(path, partial=True) as file, wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)

        def add(log: SoundLog, until: int, frames: Sequence[Frame]) -> None:
            samples = mixer.samples(log, until)
            if growler:
                samples = np.clip(samples + growler.beside(frames, len(samples)), -1, 1)
            out.writeframes(np.round(samples * FULL).astype("<i2").tobytes())

        yield add
