"""`vecx budget`: what every frame of a cartridge costs, and whether that is within limits."""

import argparse
import sys

from .arguments import add_machine, file_name, make_machine, positive, positive_number

SHOWN = 5


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the sub-command."""
    parser = sub.add_parser(
        "budget", help="what every frame costs",
        description="Run a cartridge without input and account for every frame: work cycles, "
                    "vectors, strokes, drift.  Exit 1 where a limit is exceeded.")
    add_machine(parser)
    parser.add_argument("--frames", type=positive, default=600, metavar="N",
                        help="frames to run (default: 600)")
    parser.add_argument("--json", type=file_name, metavar="FILE",
                        help="write every frame's account")
    parser.add_argument("--lines", action="store_true",
                        help="name the source lines that drew most")
    parser.add_argument("--max-cycles", type=positive, metavar="N", help="limit of work_cycles")
    parser.add_argument("--max-vectors", type=positive, metavar="N", help="limit of vectors")
    parser.add_argument("--max-drift", type=positive_number, metavar="U",
                        help="limit of max_drift_err, in screen units")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    """Run, print the table and the verdict; return 1 where a limit is exceeded."""
    from .. import files

    if args.json:
        files.check_writable(args.json)
    machine = make_machine(args)
    from .. import budget

    limits = budget.Limits(args.max_cycles, args.max_vectors, args.max_drift)
    frames = machine.run_frames(args.frames)
    if args.json:
        files.write(args.json, budget.to_json(budget.report(frames, args.preset, limits)))
    print(budget.table(frames))
    if args.lines:
        print(budget.line_table(frames, machine.where))
    wrong = budget.faults(frames, limits)
    for frame, phrases in wrong[:SHOWN]:
        print(f"frame {frame.index}: {', '.join(phrases)}", file=sys.stderr)
    if len(wrong) > SHOWN:
        print(f"... and {len(wrong) - SHOWN} more frames", file=sys.stderr)
    print("verdict: " + (f"{len(wrong)} of {len(frames) - 1} frames exceed a limit" if wrong
                         else "within the limits" if limits != budget.Limits() else "no limit set"))
    return 1 if wrong else 0
