"""Inputs given as text instead of a movie, each with its frame: `press 300:4`, `stick 310:1,0`.

    press FRAME:BUTTON[,CONTROLLER]         button 1 to 4 is down for four frames from FRAME on
    press FRAME-LAST:BUTTON[,CONTROLLER]    until LAST
    stick FRAME:X,Y[,CONTROLLER]            the stick's position from FRAME on; X and Y are -1 to 1

A file has one input per line; `#` starts a comment.  FRAME counts from power-on, as in `vecx
budget`: an input takes effect at the start of the frame.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from .. import files
from ..errors import UsageError, VecxError, shown
from ..machine import Machine

BYTES_MAX = 1 << 20
HELD_FRAMES = 4         # of a press without LAST
FRAMES_MAX = 1 << 31
PRESS = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?:([1-4])(?:,([12]))?")
STICK = re.compile(r"(\d{1,9}):([-+]?[\d.]{1,9}),([-+]?[\d.]{1,9})(?:,([12]))?")


class Step(NamedTuple):
    """An input at the start of a frame: a button that goes down or up, or a stick's position."""

    frame: int
    player: int
    button: int             # 0: the stick
    down: bool = False
    x: float = 0.0
    y: float = 0.0

    def enter(self, machine: Machine) -> None:
        if not self.button:
            machine.stick(self.x, self.y, self.player)
        elif self.down:
            machine.press(self.button, self.player)
        else:
            machine.release(self.button, self.player)


def press(text: str) -> list[Step]:
    """Convert the text FRAME[-LAST]:BUTTON[,CONTROLLER] to steps.  Errors: UsageError."""
    match = PRESS.fullmatch(text.strip())
    begin = int(match[1]) if match else 0
    end = int(match[2]) if match and match[2] else begin + HELD_FRAMES
    if not match or end <= begin:
        raise UsageError(f"{shown(text)} is not a button press; use FRAME:BUTTON, such as 300:4, "
                         "or FRAME-LAST:BUTTON; append `,2` for controller 2")
    player, button = int(match[4] or 1), int(match[3])
    return [Step(begin, player, button, True), Step(end, player, button)]


def stick(text: str) -> list[Step]:
    """Convert the text FRAME:X,Y[,CONTROLLER] to steps.  Errors: UsageError."""
    match = STICK.fullmatch(text.strip())
    try:
        x, y = (float(match[2]), float(match[3])) if match else (2.0, 2.0)
    except ValueError:
        x = y = 2.0
    if not match or not (-1 <= x <= 1 and -1 <= y <= 1):
        raise UsageError(f"{shown(text)} is not a stick position; use FRAME:X,Y with X and Y from "
                         "-1 to 1, such as 310:1,0; append `,2` for controller 2")
    return [Step(int(match[1]), int(match[4] or 1), 0, x=x, y=y)]


def load(path: Path) -> list[Step]:
    """Read a file of inputs.  Errors: VecxError names the file and the invalid line."""
    data = files.read(path, BYTES_MAX, "a file of inputs", protected=True)
    steps: list[Step] = []
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        kind, _, rest = line.partition("#")[0].strip().partition(" ")
        if not kind:
            continue
        if kind not in ("press", "stick"):
            raise VecxError(f"{path}:{number}: {shown(kind)} is not an input; use `press` or "
                            "`stick`")
        try:
            steps += (press if kind == "press" else stick)(rest)
        except UsageError as fault:
            raise VecxError(f"{path}:{number}: {fault}") from None
    return steps


def played(steps: Sequence[Step], machine: Machine) -> Iterator[None]:
    """Run a machine up to the last input, frame by frame."""
    entered, last = Script(steps), max((step.frame for step in steps), default=-1)
    while machine.frames <= last and not machine.halted:
        entered.enter(machine)
        machine.run_frames(1)
        yield


class Script:
    """Inputs in order of their frames, applied as a machine reaches them.

    >>> from vecx.play import script
    >>> m = Machine("connect4", preset="ideal")
    >>> played = script.Script([*script.press("2:4"), *script.stick("3:1,0")])
    >>> for _ in range(5):
    ...     played.enter(m)
    ...     _ = m.run_frames(1)
    >>> f"{m.chips.state.buttons:02X}", list(m.chips.state.stick)[:2]
    ('F7', [255, 128])
    """

    def __init__(self, steps: Iterable[Step]) -> None:
        self._steps = sorted(steps, key=lambda step: step.frame)

    def enter(self, machine: Machine) -> None:
        """Apply the inputs due before the machine's next frame."""
        while self._steps and self._steps[0].frame <= machine.frames:
            self._steps.pop(0).enter(machine)
