"""`vecx budget`: the cost of every frame of a cartridge, and its limits."""

import argparse
import sys
from typing import TYPE_CHECKING

from .. import __version__, files
from ..chips.account import FIGURES
from ..errors import VecxError
from . import arguments
from .arguments import file_name, positive
from .driving import add_driving, frames_of, run_of, run_up

if TYPE_CHECKING:
    from ..console.frame import Frame
    from ..machine import Machine
    from ..measure.budget import Limits
    from ..measure.budget.profile import Profile
    from ..measure.wires.waves import Stretch

SHOWN = 5
FRAMES = 600
# Names for `--max`: those of `Limits`, and the other figures.
NAMED = "cycles", "vectors", "drift"
LIMITED = *NAMED, *(figure for figure in FIGURES if figure not in (
    "hz", "cycles", "work_cycles", "vectors", "max_drift_err"))


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "budget", help="report the cost of every frame",
        description="Run a cartridge and report the work cycles, vectors, strokes and drift of "
                    "every frame.  Exit 1 if a limit is exceeded.")
    arguments.add_machine(parser, cart_optional=True)
    arguments.add_strict(parser)
    parser.add_argument("--frames", type=positive, metavar="N",
                        help="number of frames to run (default: 600, or all of the movie)")
    add_driving(parser, skips=True)
    parser.add_argument("--movie", metavar="FILE",
                        help="play a movie saved with F8, with its inputs, cartridge, preset and "
                             "seed")
    for name, what in (("json", "the figures of every frame as JSON"),
                       ("junit", "the results as JUnit XML"),
                       ("sarif", "findings and exceeded limits as SARIF, for annotations in the "
                                 "source"),
                       ("png", "cycles and vectors per frame, with the limits, as a picture"),
                       ("html", "a web page with the frames as a film, the strokes by routine, "
                                "charts and findings")):
        parser.add_argument(f"--{name}", type=file_name, metavar="FILE", help=f"write {what}")
    parser.add_argument("--by-routine", action="store_true",
                        help="list the most expensive routines with their cycles, vectors, "
                             "strokes and beam travel")
    parser.add_argument("--lines", action="store_true",
                        help="list the most expensive source lines")
    parser.add_argument("--max", type=figure_limit, metavar="FIGURE=N", action="append", default=[],
                        help="limit of a figure: cycles=28000 (without waiting), vectors=250, "
                             "drift=2 (screen units), or any other, such as draws=200; can be "
                             "given more than once (`vecx help budget.md` lists the figures)")
    parser.set_defaults(execute=execute, refuse=parser.error)


def figure_limit(text: str) -> tuple[str, float]:
    name, _, number = text.partition("=")
    if name not in LIMITED:
        raise argparse.ArgumentTypeError(f"'{name}' is not a figure; use one of "
                                         f"{', '.join(LIMITED)}")
    if not number:
        raise argparse.ArgumentTypeError(f"{name} has no limit; write {name}=N")
    value = arguments.not_negative(number)
    return name, int(value) if value == int(value) else value


def execute(args: argparse.Namespace) -> int:
    if args.cart is None and args.movie is None:
        args.refuse("a cartridge is missing: give CART or --movie FILE")
    arguments.check_baseline(args)
    files.check_writable(args.json, args.junit, args.sarif, args.png, args.html)
    asked = args.strict is not None
    profiled = args.by_routine or args.lines or args.max or args.html or args.sarif
    if profiled and not asked:
        args.strict = "all"
    movie = arguments.read_movie(args)
    machine = arguments.make_machine(args)
    from ..measure import budget
    from ..measure.budget.profile import Profile

    run = run_of(machine, args, movie, skips=True)
    run_up(run)                  # earlier frames are not profiled
    profile = Profile(machine) if profiled else None
    given = dict(args.max)
    cycles, vectors, drift = (given.pop(name, None) for name in NAMED)
    limits = budget.Limits(cycles, vectors, drift, tuple(given.items()))
    count = args.frames or (None if movie else FRAMES)
    wired: list[tuple[Frame, Stretch]] = []
    running = frames_of(run, count)
    if args.html:
        from ..measure.budget.page import following

        running = following(machine, running, wired)
    frames = list(running)
    if not frames:
        raise VecxError("no frame was counted, because the movie ends before --from; use a lower "
                        "--from")
    write_outputs(args, machine, frames, limits, profile, asked, wired)
    print(budget.table(frames))
    if profile:
        print_costs(args, profile, frames)
    if machine.strict:
        print(machine.strict.stack)
    status = print_verdict(profile, frames, limits)
    return (arguments.report_findings(machine, args) if asked else 0) or status


def write_outputs(args: argparse.Namespace, machine: "Machine", frames: "list[Frame]",
                  limits: "Limits", profile: "Profile | None", asked: bool,
                  wired: "list[tuple[Frame, Stretch]]") -> None:
    """Write the requested files.

    Args: wired  frames whose wires the page shows
    """
    from ..measure.budget import outputs

    findings = arguments.new_findings(machine, args) if asked else []
    name = machine.cartridge.name if machine.cartridge else "none"
    if args.json:
        files.write(args.json, outputs.to_json(outputs.report(frames, args.preset, limits,
                                                            findings)))
    if args.junit:
        files.write(args.junit, outputs.junit(frames, limits, findings, name))
    if args.png:
        from ..measure.budget.chart import png

        png(frames, limits, args.png)
    if args.html and profile:
        from ..measure.budget.page import html, packed_wires
        from .disassembling import machine_names

        files.write(args.html, html(machine, profile, frames, limits, name, strict=asked,
                                    wires=packed_wires(machine, wired, machine_names())))
    if args.sarif and profile:
        costs = sorted(profile.routines(frames), key=lambda cost: -cost.own_cycles)
        program = [cost.where for cost in costs if cost.where.file]
        files.write(args.sarif, outputs.sarif(frames, limits, findings,
                                             program[0] if program else None, __version__))


def print_costs(args: argparse.Namespace, profile: "Profile", frames: "list[Frame]") -> None:
    """Print the tables of --by-routine and --lines."""
    from ..chips import bus
    from ..measure.budget.tables import costs_table, lines_tables

    if args.by_routine:
        costs = profile.routines(frames)
        own = [cost for cost in costs if cost.where.address < bus.ROM]
        of_rom = [cost for cost in costs if cost.where.address >= bus.ROM]
        for part, what in ((own, "by routine"), (of_rom, "by routine of the executive ROM")):
            if part:
                print(costs_table(part, len(frames), what))
    if args.lines:
        print(lines_tables(profile, frames))
        print(costs_table(profile.lines(frames, "own_strokes"), len(frames), "drawn by"))


def print_verdict(profile: "Profile | None", frames: "list[Frame]", limits: "Limits") -> int:
    """Print the frames that exceed a limit, and the responsible routines; return 1 if a frame
    does."""
    from ..measure import budget
    from ..measure.budget.tables import most_expensive

    wrong = budget.faults(frames, limits)
    for frame, phrases in wrong[:SHOWN]:
        print(f"frame {frame.index}: {', '.join(phrases)}", file=sys.stderr)
    if len(wrong) > SHOWN:
        print(f"... and {len(wrong) - SHOWN} more frames", file=sys.stderr)
    if wrong and profile:
        for line in most_expensive(profile, frames, limits):
            print(line, file=sys.stderr)
    judged = sum(frame.index > 0 for frame in frames)
    print("verdict: " + (f"{len(wrong)} of {judged} frames exceed a limit" if wrong
                         else "within the limits" if limits.most else "no limit set"))
    return 1 if wrong else 0
