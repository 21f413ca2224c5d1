"""`vecx solve`: the shortest inputs that make an expression true."""

import argparse
from typing import TYPE_CHECKING

from .. import files
from .arguments import add_machine, file_name, make_machine, positive, positive_number
from .fuzz import add_start, start_of
from .progress import Progress

if TYPE_CHECKING:
    from ..fuzzing.solve import Solution


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "solve", help="find the fewest presses that make an expression true",
        description="Find a state in which an expression is true, and write the inputs that lead "
                    "to it as a movie.  The inputs are chosen from a set of gestures.  Without "
                    "--beam the solution has the fewest presses possible with these gestures, "
                    "provided that states whose relevant variables are equal behave alike.  Exit 1 "
                    "if there is no solution within the limits.")
    add_machine(parser)
    add_start(parser)
    parser.add_argument("--until", required=True, metavar="EXPR",
                        help="the condition, for example '[game_state] == 3' (`vecx help "
                             "expressions`)")
    parser.add_argument("--moves", default="1,2,3,4,left,right,up,down,wait", metavar="LIST",
                        help="gestures: 1 to 4, left, right, up, down, wait; 2:left is left on "
                             "controller 2, 4+right presses both at once, 4@60 is button 4 "
                             "followed by 60 frames of rest (default: %(default)s)")
    parser.add_argument("--held", type=positive, default=3, metavar="FRAMES",
                        help="frames for which a gesture is held (default: 3)")
    parser.add_argument("--pause", type=positive, default=5, metavar="FRAMES",
                        help="frames of rest after a gesture (default: 5)")
    parser.add_argument("--relevant", action="append", default=[], metavar="VARIABLE",
                        help="variable that distinguishes states; can be given more than once "
                             "(default: all variables that do not change by themselves)")
    parser.add_argument("--beam", type=positive, default=0, metavar="N",
                        help="at each depth, keep only the N best states")
    parser.add_argument("--score", default="", metavar="EXPR",
                        help="with --beam: expression whose value is larger for better states "
                             "(default: prefer the states with the fewest presses)")
    parser.add_argument("--nodes", type=positive, default=200_000, metavar="N",
                        help="maximum number of states (default: 200000)")
    parser.add_argument("--length", type=positive, default=3000, metavar="FRAMES",
                        help="longest play (default: 3000)")
    parser.add_argument("--time", type=positive_number, metavar="SECONDS",
                        help="give up after this time")
    parser.add_argument("-o", "--output", type=file_name, metavar="FILE",
                        help="write the solution as a movie")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    from ..fuzzing.finds import recorded
    from ..fuzzing.search import Target
    from ..fuzzing.solve import check_score, moves_of, solve
    from ..fuzzing.target import recipe_of

    check_score(args.beam, args.score)
    moves = moves_of(args.moves, args.held, args.pause)
    files.check_writable(args.output)
    machine = make_machine(args)
    start = start_of(args, machine)
    recipe = recipe_of(machine, start, [args.until], strict=False)
    with Progress("searching", "states") as progress:
        found = solve(recipe, args.until, moves, relevant=args.relevant, beam=args.beam,
                      score=args.score, nodes_max=args.nodes, frames_max=args.length,
                      seconds_max=args.time, progress=lambda nodes, _: progress.to(nodes))
    print(described(found, args.until))
    if found.play is None:
        return 1
    if args.output:
        recorded(recipe, Target(recipe).title_frames, found.play).save(args.output)
        print(f"{args.output}: written")
    return 0


def described(found: "Solution", until: str) -> str:
    """Return the result as text."""
    from ..fuzzing.plays import shown

    rate = f"{found.nodes:,} states, {found.rate:,.0f} a second"
    if found.play is None:
        why = "no sequence of these gestures reaches it" if found.closed else \
            "not reached within the limits"
        return f"`{until}`: {why}; {rate}"
    return (f"`{until}` after {found.presses} presses, {found.frames} frames; {rate}\n"
            f"    {shown(found.play)}")
