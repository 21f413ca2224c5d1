"""A recording made beside a running game: another thread encodes, and the game does not wait."""

import queue
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np

from ..errors import VecxError
from .kinds import open_recording

if TYPE_CHECKING:
    from types import TracebackType

PICTURES_WAITING = 25       # half a second's; 100 MB at 900 x 1125

Piece = tuple[np.ndarray | None, np.ndarray] | BaseException


class BackgroundRecording:
    """A recording of what a window shows, as `Recording`: `add` again and again, then `close`.

    Where encoding is slower than the game, pictures are left out and the ones before stand longer;
    the sound is whole, and both stay together.

    Args:    path  its suffix says what is made
             size  width and height of the pictures
    Errors:  VecxError where no such recording can be made; later ones come from `add` or `close`,
             once, and nothing is left of the file then
    """

    def __init__(self, path: Path, size: tuple[int, int]) -> None:
        self.left_out = 0       # pictures
        self._recording = open_recording(path, size)
        self.pictures = self._recording.pictures
        self._pieces: queue.SimpleQueue[Piece | None] = queue.SimpleQueue()
        self._fault: BaseException | None = None
        self._thread = threading.Thread(target=self._encode, daemon=True)
        self._thread.start()

    def add(self, picture: np.ndarray | None, samples: np.ndarray) -> None:
        """Go on by the time that samples take, to a picture; both may be changed afterwards."""
        self._raise()
        if not self._thread.is_alive():
            return              # it has failed, and said so
        if picture is not None and self.pictures:
            late = self._pieces.qsize() >= PICTURES_WAITING
            self.left_out += late
            picture = None if late else picture.copy()
        self._pieces.put((picture, samples.copy()))

    def close(self) -> None:
        """Wait until everything is encoded; the file is whole."""
        if self._thread.is_alive():
            self._pieces.put(None)
            self._thread.join()
        self._raise()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None,
                 trace: "TracebackType | None") -> None:
        if fault is None or isinstance(fault, KeyboardInterrupt):
            self.close()
        else:
            self._pieces.put(fault)
            self._thread.join()
            if isinstance(self._fault, VecxError):      # what the fault is in words
                self._raise()

    def _raise(self) -> None:
        """Raise what went wrong in the thread, once."""
        if self._fault:
            fault, self._fault = self._fault, None
            raise fault

    def _encode(self) -> None:
        """Take in piece by piece what waits, until the end; where a fault comes, leave nothing."""
        try:
            with self._recording as recording:
                while piece := self._pieces.get():
                    if isinstance(piece, BaseException):
                        raise piece
                    recording.add(*piece)
        except BaseException as fault:      # whatever it is, the game's thread raises it
            self._fault = fault
