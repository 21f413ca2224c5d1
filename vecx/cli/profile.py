"""`vecx profile`: the cost of routines and lines in cycles, strokes and beam travel."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from .. import files
from ..errors import VecxError
from .arguments import add_machine, file_name, make_machine, positive, read_movie
from .driving import add_driving, frames_of, run_of, run_up

if TYPE_CHECKING:
    from ..measure.profiling.report import Report

FRAMES = 600
BY = ("cycles", "vectors", "strokes", "travel")


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "profile", help="profile cycles by routine and call",
        description="Run a cartridge and print the cycles, calls, strokes and beam travel of each "
                    "routine and line, including and excluding called routines.")
    add_machine(parser, cart_optional=True)
    parser.add_argument("--frames", type=positive, metavar="N",
                        help="number of frames to run (default: 600, or all of the movie)")
    add_driving(parser, skips=True)
    parser.add_argument("--movie", metavar="FILE", help="play a movie saved with F8")
    parser.add_argument("--by", choices=BY, default="cycles",
                        help="cost to sort by and to draw in the flame graph (default: cycles)")
    parser.add_argument("--flame", type=file_name, metavar="FILE",
                        help="write the call tree as a flame graph, an SVG for a browser")
    parser.add_argument("--speedscope", type=file_name, metavar="FILE",
                        help="write the call tree for speedscope")
    parser.add_argument("--callgrind", type=file_name, metavar="FILE",
                        help="write the routines and calls for KCachegrind")
    parser.add_argument("--json", type=file_name, metavar="FILE",
                        help="write the profile to FILE, for --compare")
    parser.add_argument("--compare", type=Path, metavar="OLD",
                        help="print the changes since an earlier profile written with --json")
    parser.set_defaults(execute=execute, refuse=parser.error)


def execute(args: argparse.Namespace) -> int:
    if args.cart is None and args.movie is None:
        args.refuse("a cartridge is missing: give CART or --movie FILE")
    files.check_writable(args.flame, args.speedscope, args.callgrind, args.json)
    args.strict = "all"
    movie = read_movie(args)
    from ..measure.profiling import report as reports

    old = reports.load(args.compare) if args.compare else None
    machine = make_machine(args)
    from ..measure.budget.profile import Profile
    from ..measure.budget.tables import costs_table, lines_tables

    run = run_of(machine, args, movie, skips=True)
    run_up(run)
    profile = Profile(machine)
    frames = list(frames_of(run, args.frames or (None if movie else FRAMES)))
    if not frames:
        raise VecxError("no frame was counted, because the movie ends before --from; use a lower "
                        "--from")
    report = reports.report_of(machine, profile, frames)
    write(args, report)
    print(costs_table(profile.routines(frames, args.by), len(frames), "by routine"))
    by_line = "cycles" if args.by == "vectors" else args.by
    print(lines_tables(profile, frames, by_line))
    if old:
        if old.name != report.name:
            print(f"vecx: warning: {args.compare} is a profile of {old.name}", file=sys.stderr)
        print(reports.comparison(old, report, args.by))
    return 0


def write(args: argparse.Namespace, report: "Report") -> None:
    from ..measure.profiling.callgrind import callgrind
    from ..measure.profiling.flame import flame
    from ..measure.profiling.speedscope import speedscope

    if args.flame:
        files.write(args.flame, flame(report, args.by))
    if args.speedscope:
        files.write(args.speedscope, speedscope(report))
    if args.callgrind:
        files.write(args.callgrind, callgrind(report))
    if args.json:
        files.write(args.json, report.text())
