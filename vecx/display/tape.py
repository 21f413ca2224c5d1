"""Recording while playing: started and ended with a key."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import numpy as np

from ..console.frame import Frame
from ..console.output import SoundLog
from ..errors import VecxError
from ..play.folders import Folders
from .messages import Messages
from .picture import free_name

Take = Callable[[SoundLog, int, Sequence[Frame]], None]
Recording = Callable[..., AbstractContextManager[Take]]


class Tape:
    """The recording of a session, if one was started.

    Args: picture  gives the picture shown last, or None if the screen's is not recorded
          start    like `filming`, called with a file and what to film; None = recording is
                   unavailable
          suffix   of the file
          lacking  what a recording lacks and why, for the message
          folders  where it is written
    """

    def __init__(self, messages: Messages, picture: Callable[[], np.ndarray | None],
                 start: Recording | None, suffix: str = ".wav", lacking: str = "",
                 folders: Folders | None = None) -> None:
        self._folders = folders or Folders()
        self._messages, self._picture, self._start, self._suffix = messages, picture, start, suffix
        self._lacking = f", {lacking}" if lacking else ""
        self._stack, self._path = ExitStack(), Path()
        self._take: Take | None = None

    @property
    def running(self) -> bool:
        return self._take is not None

    def toggle(self, name: str) -> None:
        """Start a recording in a new file of this name, or end the current one."""
        if self.running:
            self.end()
        elif self._start is None:
            self._messages.say("recording is not available in this session")
        else:
            try:
                self._path = free_name(self._folders.film(name + self._suffix)).resolve()
                picture = self._picture()
                shown = {} if picture is None else \
                    {"size": picture.shape[::-1], "shown": self._picture}
                self._take = self._stack.enter_context(self._start(self._path, **shown))
            except (VecxError, OSError) as fault:
                self._messages.say(str(fault))
            else:
                self._messages.say(f"recording {self._path}{self._lacking}")

    def add(self, log: SoundLog, until: int, frames: Sequence[Frame]) -> None:
        """Record a frame's picture and sound; if writing fails, end the recording and report it."""
        if self._take is None:
            return
        try:
            self._take(log, until, frames)
        except (VecxError, OSError) as fault:
            self._fail(fault)

    def end(self) -> None:
        """End the recording and complete its file."""
        if self._take is None:
            return
        self._take = None
        try:
            self._stack.close()
        except (VecxError, OSError) as fault:
            self._messages.say(f"recording ended: {fault}")
        else:
            self._messages.say(f"{self._path} written")

    def _fail(self, fault: Exception) -> None:
        """End the recording after a write error, without leaving a half-written file."""
        self._take = None
        why: BaseException = fault
        try:
            self._stack.__exit__(type(fault), fault, fault.__traceback__)
        except (VecxError, OSError) as second:
            why = second
        self._stack = ExitStack()
        self._messages.say(f"recording ended: {why}")
