"""A running machine, filmed: its frames through the phosphor, its sound through the mixer."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from ..console.analog import Analog
from ..console.frame import Frame
from ..console.output import SoundLog
from ..display.phosphor import Phosphor
from ..display.picture import HEIGHT, WIDTH
from ..sound.growl import Growl
from ..sound.mixer import RATE, Mixer
from .background import BackgroundRecording
from .kinds import open_recording
from .recording import RATE_PICTURES

Add = Callable[[SoundLog, int, Sequence[Frame]], None]


@contextlib.contextmanager
def filming(path: Path, analog: Analog, *, size: tuple[int, int] = (WIDTH, HEIGHT),
            growl: bool = False,
            screen: Callable[[int, int], Phosphor] | None = None,
            shown: Callable[[], np.ndarray | None] | None = None,
            background: bool = False) -> Iterator[Add]:
    """Give what takes `Machine.take_sound()`, the cycle it reaches to, and the frames that ended.

    The file is whole when the block ends.  The phosphor fades by the fiftieth of a second: a
    shorter frame's light waits for the next, a longer one is seen fading.

    Args:   path    its suffix says what is made
            size    width and height of the picture
            growl   what the yoke does to the amplifier is heard, too
            screen  makes the phosphor of so many pixels; None = as it comes
            shown   gives the picture that somebody has made of the frames; no phosphor draws then
            background  encode in a thread of its own, while somebody plays
    Errors: VecxError where the file cannot be written; an old one is as it was

    >>> m = Machine("connect4", preset="ideal")
    >>> with filming(Path("connect4.wav"), m.analog) as add:
    ...     for _ in range(50):
    ...         frames = m.run_frames(1)
    ...         add(m.take_sound(), m.cycles, frames)
    >>> Path("connect4.wav").read_bytes()[:4]
    b'RIFF'
    """
    mixer, growler = Mixer(), Growl() if growl else None
    waiting = np.zeros(0, np.float32)
    with (BackgroundRecording if background else open_recording)(path, size) as recording:
        make = screen or partial(Phosphor, analog=analog)
        phosphor = make(*size) if recording.pictures and not shown else None

        def add(log: SoundLog, until: int, frames: Sequence[Frame]) -> None:
            nonlocal waiting
            samples = mixer.samples(log, until)
            if growler:
                samples = np.clip(samples + growler.beside(frames, len(samples)), -1, 1)
            if phosphor is None:
                recording.add(shown() if shown else None, samples)
                return
            phosphor.draw(frames)
            waiting = np.concatenate([waiting, samples])
            steps = round(len(waiting) * RATE_PICTURES / RATE)
            for part in np.array_split(waiting, steps) if steps else ():
                recording.add(phosphor.image(), part)
                waiting = waiting[len(part):]

        yield add
        if phosphor is not None and len(waiting):
            recording.add(phosphor.image(), waiting)
