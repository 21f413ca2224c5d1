"""A recording: pictures and sound that come piece by piece, and the file that they become.

kinds.py opens one by its name; wav.py and video.py are its kinds.

Time is what has been heard: the samples count it, and every fiftieth of a second the picture given
last is taken.  So picture and sound stay together whatever the machine's frames last, and a picture
may be given more often or less often than that.  The file is in its place when the recording is
closed; where something fails an old file is as it was, and the user's Ctrl-C keeps what there is.
"""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Self

import numpy as np

from .. import files
from ..sound.mixer import RATE

if TYPE_CHECKING:
    from types import TracebackType

RATE_PICTURES = 50          # a second


class Recording:
    """What every kind of recording does; a kind says how it begins, takes and ends.

    Args:    path  of the file
             size  width and height of the pictures; one of another size is cut or framed
    Errors:  VecxError where the file cannot be written, from here and from every method
    """

    pictures = True         # whether it looks at them

    def __init__(self, path: Path, size: tuple[int, int]) -> None:
        self.size = size
        self._samples = self._taken = 0
        self._room = contextlib.ExitStack()
        self._open = True
        file = self._room.enter_context(files.writing(path, partial=True))
        with self._saving():
            self.begin(path, file)

    def add(self, picture: np.ndarray | None, samples: np.ndarray) -> None:
        """Go on by the time that samples take, to a picture.

        Args: picture  uint32[height, width], 0x00RRGGBB; None where none is looked at
              samples  float32[n] in -1..1, RATE a second
        """
        with self._saving():
            self._samples += len(samples)
            self.take_sound(samples)
            due = max(1, (self._samples * RATE_PICTURES + RATE // 2) // RATE)
            if picture is not None and self.pictures and due > self._taken:
                self.take_picture(fitted(picture, self.size), self._taken, due - self._taken)
                self._taken = due

    def close(self) -> None:
        """End: the file is whole."""
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
        """Where something fails leave nothing behind, and say what failed in one message."""
        try:
            yield
        except Exception:
            self._open = False
            self.abandon()
            self._room.__exit__(*sys.exc_info())
            raise

    def begin(self, path: Path, file: BinaryIO) -> None:
        """Begin a file."""
        raise NotImplementedError

    def take_sound(self, samples: np.ndarray) -> None:
        """Take in samples."""

    def take_picture(self, picture: np.ndarray, number: int, count: int) -> None:
        """Take in a picture, to be shown so many fiftieths of a second from one on."""

    def end(self) -> None:
        """Write what is still missing."""

    def abandon(self) -> None:
        """Hold on to the file no longer; it is about to be closed and removed."""


def fitted(picture: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Return a picture cut, or framed with darkness, to a width and a height; its middle stays."""
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
