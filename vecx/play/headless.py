"""Runs a machine without a screen: from which frame, with which inputs, and until when.

A `Course` says what to run, `Run` runs it frame by frame.  The commands make a course of their
options (cli/driving.py); fuzzing and learning skip titles in the same way.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..chips.log import MARK_BREAK
from ..console.cartridge import SPACE
from ..console.expression import Expression
from ..console.frame import Frame
from ..errors import VecxError
from ..machine import Machine
from .movie import Movie, replay
from .script import Script, Step

TITLE_FRAMES_MAX = 1000     # 20 s: longer than the title of any executive ROM
UNTIL_FRAMES_MAX = 30_000   # ten minutes, unless another end is given


@dataclass(frozen=True)
class Course:
    """What to run.

    steps       inputs, each at the start of its frame
    movie       the inputs and the last frame come from it instead
    begin       number of the first frame that is wanted; frame 0 begins at reset
    skip_title  whether it is the first whole frame of the cartridge's program
    until       expression: the frame at whose end it is true is the last; None = none
    """

    steps: Sequence[Step] = ()
    movie: Movie | None = None
    begin: int = 0
    skip_title: bool = False
    until: str | None = None


class Run:
    """Runs a machine along a course.

    Errors: VecxError if the expression is invalid or the movie was made with another machine

    >>> from vecx.play import script
    >>> m = Machine("connect4", preset="ideal")
    >>> run = Run(m, Course(script.press("2:4"), begin=2))
    >>> [frame.index for frame in run.frames(3)], f"{m.chips.state.buttons:02X}"
    ([2, 3, 4], 'F7')
    """

    def __init__(self, machine: Machine, course: Course) -> None:
        self.course = course
        self._machine = machine
        self._until = Expression(course.until, machine, condition=True) if course.until else None
        self._script = Script(course.steps)
        self._running = replay(course.movie, machine) if course.movie else self._run()

    @property
    def warnings(self) -> Sequence[str]:
        """What may be wrong with the expression."""
        return self._until.warnings if self._until else ()

    def limit(self, count: int | None) -> int | None:
        """Return the number of frames after which a run of `count` frames (None = any number)
        ends."""
        return count or UNTIL_FRAMES_MAX if self._until and not self.course.movie else count

    def frames(self, count: int | None = None) -> Iterator[Frame]:
        """Skip the frames before the first requested one, then yield frames, `count` at most.

        Errors: VecxError if the condition is still false at the end
        """
        self.begin()
        for frame in itertools.islice(self._running, self.limit(count)):
            yield frame
            if self.is_over():
                return
        self.check_over()

    def begin(self) -> bool:
        """Run to the start of the first requested frame.

        Returns: False if the title was to be skipped and the program has not begun
        """
        machine, found = self._machine, True
        if self.course.skip_title and machine.cartridge and machine.frames == 0:
            found = skip_title(machine, self._running)
        while machine.frames < self.course.begin and next(self._running, None):
            pass
        return found

    def enter(self) -> None:
        """Enter the inputs that are due before the next frame.  Callers of `frames` need not call
        this."""
        self._script.enter(self._machine)

    def is_over(self) -> bool:
        """Return whether the condition is true."""
        return bool(self._until and self._until())

    def check_over(self) -> None:
        """Raise VecxError if the condition is still false."""
        if self._until and not self._until():
            raise VecxError(f"--until: `{self.course.until}` is still false at the end of frame "
                            f"{self._machine.frames - 1:,}; increase --frames, or use different "
                            "inputs")

    def _run(self) -> Iterator[Frame]:
        while True:
            self.enter()
            yield self._machine.run_frames(1)[0]


def skip_title(machine: Machine, running: Iterator[Frame] | None = None) -> bool:
    """Run to the end of the frame in which the cartridge's program begins.

    Args:    running  runs a frame of the machine for each that is taken; default: without inputs
    Returns: whether the program has begun within TITLE_FRAMES_MAX frames

    >>> m = Machine("connect4", preset="ideal")
    >>> skip_title(m), m.frames > 100
    (True, True)
    """
    begun: list[int] = []
    handle = machine.hooks.add(0, SPACE, int(MARK_BREAK), lambda: begun.append(machine.cycles))
    try:
        for _ in range(TITLE_FRAMES_MAX):
            if running is None:
                machine.run_frames(1)
            elif next(running, None) is None:
                break
            if begun:
                return True
    finally:
        handle.remove()
    return False
