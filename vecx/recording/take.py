"""Films a running machine: the phosphor makes the pictures, and the mixer makes the sound."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from ..console.analog import Analog
from ..console.frame import Frame
from ..console.output import SoundLog
from ..display.look import COLOURS, Colour
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
            growl: bool = False, colour: Colour = COLOURS["bluish"],
            screen: Callable[[int, int], Phosphor] | None = None,
            shown: Callable[[], np.ndarray | None] | None = None,
            background: bool = False) -> Iterator[Add]:
    """Film a machine; yield a function that adds sound and frames, to be called after each frame.

    The function takes `Machine.take_sound()`, the cycle up to which it reaches, and the frames that
    ended.  The file is complete when the block ends.  The phosphor fades every fiftieth of a
    second: the light of a shorter frame waits for the next one, a longer frame is seen fading.

    Args:   path    its suffix chooses the format
            size    width and height of the picture
            growl   mix in the interference of the yoke
            colour  of the phosphor that `screen` makes
            screen  makes the phosphor for a width and height; None = with default settings
            shown   returns a picture made elsewhere; no phosphor is used then
            background  encode in a separate thread, during play
    Errors: VecxError if the file cannot be written; an old one is unchanged

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
    with (BackgroundRecording(path, size) if background else
          open_recording(path, size, colour)) as recording:
        make = screen or partial(Phosphor, analog=analog)
        phosphor = make(*size) if recording.pictures and not shown else None

        def add(log: SoundLog, until: int, frames: Sequence[Frame]) -> None:
            nonlocal waiting
            samples = mixer.samples(log, until)
            if growler:
                samples = np.clip(samples + growler.take(frames, len(samples)), -1, 1)
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
