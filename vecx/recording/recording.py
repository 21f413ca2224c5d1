"""Recordings, to which pictures and sound are added piece by piece, and the format WAV.

kinds.py opens a recording by its name; video.py has the films.

The samples define the time: every fiftieth of a second the latest picture is taken.  So picture and
sound stay synchronous whatever the length of the machine's frames, and pictures may be given at any
rate.  The file is complete when the recording is closed; on an error an old file is unchanged, and
the user's Ctrl-C keeps the recording so far.
"""

import contextlib
import sys
import wave
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Self

import numpy as np

from .. import files
from ..display.look import COLOURS, Colour
from ..sound.mixer import RATE

if TYPE_CHECKING:
    from types import TracebackType

RATE_PICTURES = 50          # per second
FULL = 32767                # of a WAV sample


class Recording:
    """Base class of all formats; these implement `begin`, `take_sound`, `take_picture` and `end`.

    Args:    path    of the file
             size    width and height of the pictures; others are cropped or framed
             colour  of the phosphor, for formats that choose their colours in advance
    Errors:  VecxError if the file cannot be written, here and from every method
    """

    pictures = True         # whether it uses them

    def __init__(self, path: Path, size: tuple[int, int],
                 colour: Colour = COLOURS["bluish"]) -> None:
        self.size, self.colour = size, colour
        self._samples = self._taken = 0
        self._room = contextlib.ExitStack()
        self._open = True
        file = self._room.enter_context(files.writing(path, partial=True))
        with self._saving():
            self.begin(path, file)

    def add(self, picture: np.ndarray | None, samples: np.ndarray) -> None:
        """Add samples, and the picture at their end.

        Args: picture  uint32[height, width], 0x00RRGGBB; None if pictures are not used
              samples  float32[n] in -1..1, RATE per second
        """
        with self._saving():
            self._samples += len(samples)
            self.take_sound(samples)
            due = max(1, (self._samples * RATE_PICTURES + RATE // 2) // RATE)
            if picture is not None and self.pictures and due > self._taken:
                self.take_picture(fitted(picture, self.size), self._taken, due - self._taken)
                self._taken = due

    def close(self) -> None:
        self.__exit__(None, None, None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None,
                 trace: "TracebackType | None") -> None:
        if not self._open:
            return
        if kind is None or issubclass(kind, KeyboardInterrupt):
            with self._saving():
                self.end()
        else:
            self.abandon()
        self._open = False
        self._room.__exit__(kind, fault, trace)

    @contextlib.contextmanager
    def _saving(self) -> Iterator[None]:
        """If an error occurs, remove the file and raise the error again."""
        try:
            yield
        except Exception:
            self._open = False
            self.abandon()
            self._room.__exit__(*sys.exc_info())
            raise

    def begin(self, path: Path, file: BinaryIO) -> None:
        raise NotImplementedError

    def take_sound(self, samples: np.ndarray) -> None: ...

    def take_picture(self, picture: np.ndarray, number: int, count: int) -> None:
        """Encode a picture that is shown for `count` fiftieths of a second, from fiftieth `number`
        on."""

    def end(self) -> None:
        """Write the remaining data."""

    def abandon(self) -> None:
        """Release the file, which is about to be removed."""


def fitted(picture: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Return a picture cropped or padded to a width and a height, and centred."""
    if picture.shape == (size[1], size[0]):
        return picture
    out = np.zeros((size[1], size[0]), picture.dtype)
    here, there = [], []
    for have, want in zip(picture.shape, out.shape, strict=True):
        both = min(have, want)
        here.append(slice((have - both) // 2, (have - both) // 2 + both))
        there.append(slice((want - both) // 2, (want - both) // 2 + both))
    out[tuple(there)] = picture[tuple(here)]
    return out


class Wav(Recording):
    """A recording of the sound as WAV: 16 bits, one channel, sample rate RATE."""

    pictures = False

    def begin(self, path: Path, file: BinaryIO) -> None:
        self._out = wave.open(file, "wb")       # noqa: SIM115
        self._out.setnchannels(1)
        self._out.setsampwidth(2)
        self._out.setframerate(RATE)

    def take_sound(self, samples: np.ndarray) -> None:
        self._out.writeframes(np.round(samples * FULL).astype("<i2").tobytes())

    def end(self) -> None:
        self._out.close()

    def abandon(self) -> None:
        with contextlib.suppress(OSError):      # it may fail to fix its header
            self._out.close()
