"""Options for running a machine without a screen: inputs, first frame and last frame.

`vecx run --headless`, `vecx budget`, `vecx profile`, `vecx trace` and `vecx debug` share them, and
make a `headless.Run` of them.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from .arguments import Excludes, check_rules
from .parser import INPUTS
from .progress import Progress

if TYPE_CHECKING:
    from ..console.frame import Frame
    from ..machine import Machine
    from ..play.headless import Run
    from ..play.movie import Movie
    from ..play.script import Step

# A movie contains its inputs.
RULES = (Excludes(("--press", "--stick", "--inputs"), ("--movie",)),)
TITLE = "title"         # for `--from`: the title of the executive ROM is skipped


def add_driving(parser: argparse.ArgumentParser, *, skips: bool = False) -> None:
    """Add the options of this module to a parser.

    Args: skips  whether the title is skipped by default
    """
    usual = " (the default)" if skips else ""
    group = parser.add_argument_group(INPUTS)
    group.add_argument("--from", type=first_frame, dest="from_frame", metavar="N",
                       help="begin with frame N, where frame 0 begins at reset; `title`: with the "
                            f"first whole frame of the cartridge's program{usual}")
    group.add_argument("--until", metavar="EXPR",
                       help="stop after the first frame at whose end the expression is true: "
                            "'[score] > 20 && frame > 300' (`vecx help expressions`)")
    group.add_argument("--press", action="append", default=[], metavar="FRAME:BUTTON",
                       help="press a button for 4 frames (300:4 presses button 4 in frame 300) "
                            "or for a range of frames (300-320:4); append ,2 for controller 2; "
                            "can be given more than once")
    group.add_argument("--stick", action="append", default=[], metavar="FRAME:X,Y",
                       help="hold the stick at X,Y from FRAME on, for example 310:1,0; can be "
                            "given more than once")
    group.add_argument("--inputs", type=Path, metavar="FILE",
                       help="file of inputs with lines `press FRAME:BUTTON` and `stick FRAME:X,Y`")


def first_frame(text: str) -> int | str:
    """Read the number of a frame, or `title`."""
    if text != TITLE and not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"'{text}' is neither the number of a frame nor `title`")
    return text if text == TITLE else int(text)


def steps_of(args: argparse.Namespace) -> "list[Step]":
    """Return the inputs of --inputs, --press and --stick."""
    from ..play import script

    return [*(script.load(args.inputs) if args.inputs else ()),
            *(step for text in args.press for step in script.press(text)),
            *(step for text in args.stick for step in script.stick(text))]


def run_of(machine: "Machine", args: argparse.Namespace, movie: "Movie | None" = None, *,
           skips: bool = False) -> "Run":
    """Return the run that the options describe.

    Args:   skips  whether the title is skipped by default
    Errors: UsageError if options contradict each other, VecxError for an invalid expression or file
    """
    from ..play.headless import Course, Run

    check_rules(args, RULES)
    past_title = args.from_frame == TITLE or (skips and args.from_frame is None)
    begin = 0 if past_title else args.from_frame or 0
    run = Run(machine, Course(steps_of(args), movie, begin, past_title, args.until))
    for warning in run.warnings:
        print(f"vecx: warning: {warning}", file=sys.stderr)
    return run


def run_up(run: "Run") -> None:
    """Run to the first frame, and say so if the program has not begun."""
    from ..play.headless import TITLE_FRAMES_MAX

    if not run.begin():
        print(f"vecx: the program has not begun after {TITLE_FRAMES_MAX:,} frames; counting from "
              "here", file=sys.stderr)


def frames_of(run: "Run", count: int | None = None) -> "Iterator[Frame]":
    """Yield the frames of a run, `count` at most, and show the progress on a terminal."""
    run_up(run)
    with Progress("running", "frames", run.limit(count)) as bar:
        for number, frame in enumerate(run.frames(count), 1):
            yield frame
            bar.to(number)
