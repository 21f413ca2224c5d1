"""Runs a machine without a screen, and writes what it shows: a picture, a film, all frames."""

import contextlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from .. import files
from ..console.analog import Analog
from ..console.frame import Frame
from ..display.look import Look
from ..display.phosphor import Phosphor
from ..display.picture import HEIGHT, WIDTH, overlay_for, picture_of, save_png
from ..machine import Machine
from ..measure.hang_detector import HangDetector, Trouble
from .svg import svg_of
from .take import filming

PICTURE_FRAMES = 4      # frames whose afterglow a picture shows


@dataclass(frozen=True)
class View:
    """How a machine is shown.

    look     of the picture; size: its width and height, pixels
    overlay  picture to lay over it, or None
    eye      "left" or "right": what this eye sees through the 3D imager; None = both
    growl    whether the interference of the yoke is heard
    """

    look: Look = field(default_factory=Look)
    size: tuple[int, int] = (WIDTH, HEIGHT)
    overlay: Path | None = None
    eye: str | None = None
    growl: bool = False

    def phosphor(self, analog: Analog) -> Callable[[int, int], Phosphor]:
        """Return a function that makes a phosphor of a given size."""
        def make(width: int, height: int) -> Phosphor:
            phosphor = Phosphor(width, height, analog, self.look)
            phosphor.cover(overlay_for(self.overlay, width, height, self.look.turn))
            return phosphor

        return make

    def save(self, frames: list[Frame], analog: Analog, path: Path) -> None:
        """Write the picture that the screen shows after these frames.

        Errors: VecxError for a faulty overlay or file
        """
        overlay = overlay_for(self.overlay, *self.size, self.look.turn)
        save_png(picture_of(frames, analog, *self.size, self.look, overlay), path)


@dataclass(frozen=True)
class Outputs:
    """Files to write, or None.

    png   the last picture, with its afterglow; svg: the lines of the last frame
    film  video or sound, by its suffix
    frames_json  the lines and the budget of every frame, one JSON object per line
    """

    png: Path | None = None
    svg: Path | None = None
    film: Path | None = None
    frames_json: Path | None = None


def run(machine: Machine, frames: Iterable[Frame], view: View, outputs: Outputs,
        ran: Callable[[int, Trouble | None], None]) -> Trouble | None:
    """Take frames that run a machine, until they end or the CPU halts, and write the outputs.

    Args:    ran  is called after each frame with the number of frames so far, and the hang that
                  is in progress, if any
    Returns: the hang that is in progress at the end
    Errors:  VecxError if a file cannot be written

    >>> m = Machine("connect4", preset="ideal")
    >>> frames = (m.run_frames(1)[0] for _ in range(50))
    >>> run(m, frames, View(), Outputs(png=Path("connect4.png")), lambda count, trouble: None)
    >>> Path("connect4.png").read_bytes()[1:4]
    b'PNG'
    """
    seen: list[Frame] = []
    detector, trouble = HangDetector(machine), None
    with contextlib.ExitStack() as opened:
        lines = film = None
        if outputs.frames_json:
            lines = opened.enter_context(files.writing(outputs.frames_json, partial=True))
        if outputs.film:
            film = opened.enter_context(filming(
                outputs.film, machine.analog, size=view.size, growl=view.growl,
                colour=view.look.colour, screen=view.phosphor(machine.analog)))
        for number, frame in enumerate(frames, 1):
            seen = [*seen[1 - PICTURE_FRAMES:], machine.seen_by(frame, view.eye)]
            sound = machine.take_sound()
            if film:
                film(sound, machine.cycles, seen[-1:])
            if lines:
                lines.write(json.dumps(frame.as_dict()).encode() + b"\n")
            trouble = detector.look([frame])
            ran(number, trouble)
            if machine.halted:
                break
    if outputs.png:
        view.save(seen, machine.analog, outputs.png)
    if outputs.svg and seen:
        files.write(outputs.svg, svg_of(seen[-1], machine.analog))
    return trouble
