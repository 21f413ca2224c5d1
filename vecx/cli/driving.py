"""Options for running a machine without a screen: inputs, first frame and last frame.

`vecx run --headless`, `vecx budget`, `vecx profile`, `vecx trace` and `vecx debug` share them.
"""

import argparse
import contextlib
import itertools
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from .arguments import Excludes, check_rules, whole_number
from .progress import Progress

if TYPE_CHECKING:
    from ..console.frame import Frame
    from ..machine import Machine
    from ..play.movie import Movie
    from ..play.script import Step

TITLE_FRAMES_MAX = 1000     # 20 s: longer than the title of any executive ROM
# A movie contains its inputs.
RULES = (Excludes(("--press", "--stick", "--inputs"), ("--movie",)),
         Excludes(("--from",), ("--skip-title",)))
UNTIL_FRAMES_MAX = 30_000   # ten minutes, unless another end is given


def add_driving(parser: argparse._ActionsContainer, *, skips: bool = False) -> None:
    """Add the options of this module to a parser.

    Args: skips  whether the title is skipped by default
    """
    usual = " (this is the default)" if skips else ""
    parser.add_argument("--from", type=whole_number, dest="from_frame", metavar="N",
                        help="begin with frame N; frame 0 begins at reset")
    parser.add_argument("--skip-title", action="store_true",
                        help=f"begin with the first whole frame of the cartridge's program{usual}")
    parser.add_argument("--until", metavar="EXPR",
                        help="stop after the first frame at whose end the expression is true: "
                             "'[score] > 20 && frame > 300' (docs/expressions.md)")
    parser.add_argument("--press", action="append", default=[], metavar="FRAME:BUTTON",
                        help="press a button for 4 frames (300:4 presses button 4 in frame 300) "
                             "or for a range of frames (300-320:4); append ,2 for controller 2; "
                             "can be given more than once")
    parser.add_argument("--stick", action="append", default=[], metavar="FRAME:X,Y",
                        help="hold the stick at X,Y from FRAME on, for example 310:1,0; can be "
                             "given more than once")
    parser.add_argument("--inputs", type=Path, metavar="FILE",
                        help="file of inputs with lines `press FRAME:BUTTON` and `stick FRAME:X,Y`")


def steps_of(args: argparse.Namespace) -> "list[Step]":
    """Return the inputs of --inputs, --press and --stick."""
    from ..play import script

    return [*(script.load(args.inputs) if args.inputs else ()),
            *(step for text in args.press for step in script.press(text)),
            *(step for text in args.stick for step in script.stick(text))]


class Drive:
    """Runs a machine according to the options of a command line.

    Args:   skips  whether the title is skipped by default
    Errors: UsageError if options contradict each other, VecxError for an invalid expression or file
    """

    def __init__(self, machine: "Machine", args: argparse.Namespace, movie: "Movie | None" = None,
                 *, skips: bool = False) -> None:
        from ..console.expression import Expression
        from ..play import script
        from ..play.movie import replay

        check_rules(args, RULES)
        self._machine = machine
        self._from = args.from_frame or 0
        self._skips = args.skip_title or (skips and args.from_frame is None)
        self._until = Expression(args.until, machine, condition=True) if args.until else None
        for warning in self._until.warnings if self._until else ():
            print(f"vecx: warning: {warning}", file=sys.stderr)
        self._condition, self._has_end = args.until, movie is not None
        self.steps = steps_of(args)
        self._script = script.Script(self.steps)
        self._running = replay(movie, machine) if movie else self._run()

    def frames(self, count: int | None = None, *, progress: bool = True) -> "Iterator[Frame]":
        """Skip the frames before the first requested one, then yield frames, `count` at most.

        Args:   progress  show the progress on a terminal
        Errors: VecxError if the condition of --until is still false at the end
        """
        self.begin()
        if self._until and not self._has_end:
            count = count or UNTIL_FRAMES_MAX
        bar = Progress("running", "frames", count) if progress else None
        with bar or contextlib.nullcontext():
            for number, frame in enumerate(itertools.islice(self._running, count), 1):
                yield frame
                if self.is_over():
                    return
                if bar:
                    bar.to(number)
        self.check_over()

    def is_over(self) -> bool:
        return bool(self._until and self._until())

    def check_over(self) -> None:
        """Raise VecxError if the condition of --until is still false."""
        from ..errors import VecxError

        if self._until and not self._until():
            raise VecxError(f"--until: `{self._condition}` is still false at the end of frame "
                            f"{self._machine.frames - 1:,}; increase --frames, or use different "
                            "inputs")

    def enter(self) -> None:
        """Enter the inputs that are due before the next frame.  Callers of `frames` need not call
        this."""
        self._script.enter(self._machine)

    def begin(self) -> None:
        """Run to the start of the first requested frame."""
        if self._skips and self._machine.cartridge and self._machine.frames == 0:
            self._skip_title()
        while self._machine.frames < self._from and next(self._running, None):
            pass

    def _run(self) -> "Iterator[Frame]":
        while True:
            self.enter()
            yield self._machine.run_frames(1)[0]

    def _skip_title(self) -> None:
        """Run to the end of the frame in which the cartridge's program begins."""
        from ..chips.log import MARK_BREAK
        from ..console.cartridge import SPACE

        begun: list[int] = []
        handle = self._machine.hooks.add(0, SPACE, int(MARK_BREAK),
                                         lambda: begun.append(self._machine.cycles))
        try:
            for _ in itertools.islice(self._running, TITLE_FRAMES_MAX):
                if begun:
                    return
        finally:
            handle.remove()
        print(f"vecx: the program has not begun after {TITLE_FRAMES_MAX:,} frames; counting from "
              "here", file=sys.stderr)
