"""The picture, for an editor that shows it: requests and an event that only vecx has.

    vecxPicture     request: send the picture from now on, or no longer
    vecxKey         request: a key goes down or up; the keys are those of the window
    vecxStroke      request: the source line that drew a stroke
    vecxPicture     event: strokes and figures of the last frame, after each frame and at each stop;
                    at a stop also the strokes of the present frame, where those that were drawn
                    since the previous stop are new

With "picture" in the launch configuration it is sent from the beginning, so that nothing is missed.
While the picture is shown, the program runs at the speed of the console.
"""

import time
from typing import Any

import numpy as np

from ....chips.state import CYCLES_PER_SECOND, FRAME_CYCLES
from ....errors import UsageError, VecxError
from ....machine import Machine
from ....play.inputs import Keyboard
from . import requests
from .editor import Editor
from .protocol import Message

PIECE_SECONDS = FRAME_CYCLES / CYCLES_PER_SECOND
LATE_SECONDS_MAX = 0.25     # a program that is later than this gives up the lost time
COLUMNS = 6                 # of a stroke in the event: x0 y0 x1 y1 in p, brightness in %, new


class PictureRequests:
    """Sends the picture; a method do_NAME serves the request NAME and returns its body.

    on       the editor shows the picture
    running  the program runs
    """

    def __init__(self, editor: Editor) -> None:
        self._editor = editor
        self.on = self.running = False
        self._due = 0.0         # when the next piece of the run may begin
        self._keyboard = Keyboard()
        self._sent = -1         # the last frame that was sent while the program ran

    # --- requests --------------------------------------------------------------------------------

    def do_vecxPicture(self, asked: requests.Picture) -> None:
        self.on = asked.on
        self._due = time.monotonic()
        if self.on and self._editor.session_now:
            self._send()

    def do_vecxKey(self, asked: requests.Key) -> None:
        """Apply a key to the controllers; this discards a recorded future."""
        session = self._editor.session
        self._editor.report_branch(session.timeline.branch())
        change = self._keyboard.press if asked.down else self._keyboard.release
        change(asked.key, session.machine)

    def do_vecxStroke(self, asked: requests.Stroke) -> Message:
        """Return the source and line that drew a stroke.  Errors: UsageError, VecxError"""
        session = self._editor.session
        frame = next((frame for frame in session.timeline.frames if frame.index == asked.frame),
                     None)
        if frame is None and asked.frame != session.machine.frames:
            raise VecxError(f"frame {asked.frame} is no longer in memory; pause the program first")
        places = session.strokes.log(frame).asking()
        if not asked.stroke < len(places):
            raise UsageError(f"frame {asked.frame} has no stroke {asked.stroke}")
        return {"words": str(places[asked.stroke])} | self._editor.place(places[asked.stroke])

    # --- running ---------------------------------------------------------------------------------

    def seconds_left(self) -> float:
        """Return how long the next piece of the run must wait."""
        return max(0.0, self._due - time.monotonic())

    def played(self, machine: Machine) -> None:
        """Send the last frame after a piece of the run, and pace the next piece."""
        self._keyboard.frame(machine)
        self._due = max(self._due + PIECE_SECONDS, time.monotonic() - LATE_SECONDS_MAX)
        frames = self._editor.session.timeline.frames
        if frames and frames[-1].index != self._sent:
            self._sent = frames[-1].index
            self._send()

    def moved(self, *, running: bool) -> None:
        """Take note that the program starts or stops; send the picture of a stop."""
        if running and not self.running:
            self._due = time.monotonic()
        self.running = running
        if self.on and not running:
            self._send()

    def _send(self) -> None:
        session = self._editor.session
        machine, frames = session.machine, session.timeline.frames
        shown, figures = list[Message](), {}
        if frames:
            last = frames[-1]
            budget = last.budget
            figures = {"frame": last.index, "work": budget.work_cycles, "cycles": budget.cycles,
                       "vectors": budget.vectors, "drift": round(budget.max_drift_err, 1)}
            shown.append({"frame": last.index, "strokes": _strokes(
                last.segments, last.causes, machine.cycles)})
        if not self.running:
            shown.append({"frame": machine.frames, "strokes": _strokes(
                *machine.output.segments(), machine.cycles - session.since)})
            figures["now"] = machine.cycles - machine.chips.frame_begin
        self._editor.connection.event("vecxPicture", running=self.running, frames=shown,
                                      figures=figures)


def _strokes(segments: np.ndarray, causes: np.ndarray, since: int) -> list[Any]:
    """Return COLUMNS numbers for each stroke; a stroke is new if it began at or after a cycle."""
    rows = np.zeros((len(segments), COLUMNS), int)
    rows[:, :4] = np.round(segments[:, :4])
    rows[:, 4] = np.round(100 * segments[:, 4])
    rows[:, 5] = causes[:, 1] >= since
    made: list[Any] = rows.ravel().tolist()
    return made
