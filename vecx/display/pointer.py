"""Shows which source line drew the stroke under the mouse while the game is paused."""

import numpy as np

from ..chips import bus
from ..console.frame import Frame
from ..console.snapshot import Kept
from ..machine import Machine
from ..play import pointing
from ..play.pointing import Pointed
from .messages import Messages, short
from .screen import Event

REACH = 6.0         # screen units from a stroke to the mouse


class Pointer:
    """The stroke under the mouse in the last picture of one machine."""

    def __init__(self, machine: Machine, messages: Messages) -> None:
        self._machine, self._messages = machine, messages
        self._frame: Frame | None = None
        self._before: Kept | None = None
        self._rows: np.ndarray | None = None
        self._place: dict[str, float] = {}      # x and y, once the mouse has moved
        self.pointed: Pointed | None = None

    def stands(self, frame: Frame | None, before: Kept | None) -> None:
        """Set the frame that is shown while the game is paused; None means that the game runs
        again.

        Args: before  the state before that frame, if known
        """
        if frame is not self._frame:
            self._frame, self._before, self._rows = frame, before, None
            if frame is None:
                self._place.clear()         # the mouse is not followed meanwhile
            self._look()

    def serve(self, event: Event) -> None:
        """Follow the mouse; a click prints the stroke and its source line to standard error."""
        if event.kind == "move" and event.name in ("pen x", "pen y"):
            self._move(event.name[-1], event.value)
        elif event.kind == "down" and event.name == "mouse left" and self.pointed:
            self._messages.tell(f"vecx: {self.pointed.words}")

    def _move(self, axis: str, value: float) -> None:
        """Process a move of the mouse along an axis, x or y, to a value in screen units."""
        self._place[axis] = value
        self.pointed = None
        if axis == "y":             # sent after x
            self._look()

    def _look(self) -> None:
        frame, self.pointed = self._frame, None
        if frame is None or not len(frame.segments) or len(self._place) < 2:
            return
        found, off = pointing.nearest(frame, self._place["x"], self._place["y"])
        if off <= REACH:
            self.pointed = self._stroke(frame, found)

    def _stroke(self, frame: Frame, number: int) -> Pointed:
        pc, cycle = frame.causes[number].tolist()
        x0, y0, x1, y1 = frame.segments[number, :4].tolist()
        called = self._caller(frame, cycle) if pc >= bus.ROM else None
        return Pointed(number, frame.index, (x0, y0, x1, y1), self._machine.where(pc),
                       None if called is None else
                       self._machine.where(called & 0xFFFF, called >> 16))

    def _caller(self, frame: Frame, cycle: int) -> int | None:
        """Return the place that called the ROM, or None if the place is not known.

        With --strict it is never known: it would be found by running the frame again, and that
        would make the strict machine forget which values are undefined.
        """
        if self._before is None or self._machine.strict:
            return None
        if self._rows is None:
            self._rows = pointing.logged(self._machine, self._before,
                                         frame.start_cycle + frame.cycles)
        return pointing.caller(self._rows, cycle)

    def status_lines(self) -> list[str]:
        return [short(self.pointed.words)] if self.pointed else []
