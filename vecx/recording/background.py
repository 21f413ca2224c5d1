"""A recording of a running game: another thread encodes, so that the game does not wait."""

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
    """A recording of a window, used like `Recording`: call `add` repeatedly, then `close`.

    If encoding is slower than the game, pictures are dropped; the sound is complete, and both stay
    synchronous.

    Args:    path  its suffix chooses the format
             size  width and height of the pictures
    Errors:  VecxError if the recording cannot be made; later errors are raised once, by `add` or
             `close`, and the file is removed then
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
        """Add samples, and the picture at their end; the caller may change both afterwards."""
        self._raise()
        if not self._thread.is_alive():
            return              # it has failed, and raised that
        if picture is not None and self.pictures:
            late = self._pieces.qsize() >= PICTURES_WAITING
            self.left_out += late
            picture = None if late else picture.copy()
        self._pieces.put((picture, samples.copy()))

    def close(self) -> None:
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
            if isinstance(self._fault, VecxError):      # a clearer message of the same fault
                self._raise()

    def _raise(self) -> None:
        if self._fault:
            fault, self._fault = self._fault, None
            raise fault

    def _encode(self) -> None:
        """Encode pieces in order until the end; on an error remove the file."""
        try:
            with self._recording as recording:
                while piece := self._pieces.get():
                    if isinstance(piece, BaseException):
                        raise piece
                    recording.add(*piece)
        except BaseException as fault:      # raised in the game's thread
            self._fault = fault
