"""Recording while one plays: begun and ended by a key, in the folder that vecx was called in."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import numpy as np

from ..console.frame import Frame
from ..console.output import SoundLog
from ..errors import VecxError
from ..play.folders import Folders
from .picture import free_name
from .timing import Teller

Take = Callable[[SoundLog, int, Sequence[Frame]], None]
Recording = Callable[..., AbstractContextManager[Take]]


class Tape:
    """A recording that runs, or none.

    Args: picture  gives the picture that was shown last, or None where none is to be kept
          start    as `filming`, called with a file and what is to be filmed; None = nothing can be
                   recorded
          suffix   of the file
          lacking  what a recording has not, and why, in words
          folders  where it is written
    """

    def __init__(self, teller: Teller, picture: Callable[[], np.ndarray | None],
                 start: Recording | None, suffix: str = ".wav", lacking: str = "",
                 folders: Folders | None = None) -> None:
        self._folders = folders or Folders()
        self._teller, self._picture, self._start, self._suffix = teller, picture, start, suffix
        self._lacking = f", {lacking}" if lacking else ""
        self._stack, self._path = ExitStack(), Path()
        self._take: Take | None = None

    @property
    def running(self) -> bool:
        """True while something is recorded."""
        return self._take is not None

    def toggle(self, name: str) -> None:
        """Begin a recording in a new file of this name, or end the one that runs."""
        if self.running:
            self.end()
        elif self._start is None:
            self._teller.say("nothing can be recorded here")
        else:
            try:
                self._path = free_name(self._folders.film(name + self._suffix)).resolve()
                picture = self._picture()
                shown = {} if picture is None else \
                    {"size": picture.shape[::-1], "shown": self._picture}
                self._take = self._stack.enter_context(self._start(self._path, **shown))
            except (VecxError, OSError) as fault:
                self._teller.say(str(fault))
            else:
                self._teller.say(f"recording {self._path}{self._lacking}")

    def add(self, log: SoundLog, until: int, frames: Sequence[Frame]) -> None:
        """Record what a frame sounded like; where that cannot be written, end and say so."""
        if self._take is None:
            return
        try:
            self._take(log, until, frames)
        except (VecxError, OSError) as fault:
            self._fail(fault)

    def end(self) -> None:
        """End the recording; its file is whole then."""
        if self._take is None:
            return
        self._take = None
        try:
            self._stack.close()
        except (VecxError, OSError) as fault:
            self._teller.say(f"recording ended: {fault}")
        else:
            self._teller.say(f"{self._path} written")

    def _fail(self, fault: Exception) -> None:
        """The file cannot be written on: leave nothing half done."""
        self._take = None
        why: BaseException = fault
        try:
            self._stack.__exit__(type(fault), fault, fault.__traceback__)
        except (VecxError, OSError) as told:
            why = told
        self._stack = ExitStack()
        self._teller.say(f"recording ended: {why}")
