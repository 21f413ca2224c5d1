"""`vecx trace`: what the machine did, instruction by instruction, or as a tree of routines."""

import argparse
import sys

from .arguments import add_machine, file_name, make_machine, positive


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the sub-command."""
    parser = sub.add_parser(
        "trace", help="what the machine did",
        description="Run some frames and write a line for every instruction, separated by tabs: "
                    "cycle, PC, bytes, the registers before it, where it stands, the instruction "
                    "with the program's names, its accesses to the VIA (ORB=$81 read, ORB<$81 "
                    "written).  With --calls, a tree of the routines with the cycles of each. "
                    "A frame is some 500 KB of text.")
    add_machine(parser)
    parser.add_argument("--from", dest="first", type=whole_number, default=1, metavar="FRAME",
                        help="the first frame to follow (default: 1; 0 begins at reset)")
    parser.add_argument("--frames", type=positive, default=1, metavar="N",
                        help="how many frames (default: 1)")
    parser.add_argument("--calls", action="store_true", help="the tree of routines")
    parser.add_argument("-o", "--output", type=file_name, metavar="FILE",
                        help="write there, not to the terminal")
    parser.set_defaults(execute=execute)


def whole_number(text: str) -> int:
    """Read a whole number from 0 on."""
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 0 on")
    return int(text)


def execute(args: argparse.Namespace) -> int:
    """Run to the first frame, follow the others, write."""
    from .. import files
    from .disassembling import machine_names

    if args.output:
        files.check_writable(args.output)
    machine = make_machine(args)
    from ..trace import COLUMNS, CallTree, Tracer, tree_text

    machine.run_frames(args.first)
    tracer = Tracer(machine, machine_names())

    def text():  # type: ignore[no-untyped-def]
        if args.calls:
            tree = CallTree(tracer)
            for _ in range(args.frames):
                tree.add(tracer.frame())
            yield tree_text(tree.end(), args.frames)
            return
        yield "\t".join(COLUMNS) + "\n"
        for _ in range(args.frames):
            for line in tracer.lines(tracer.frame()):
                yield line + "\n"

    if not args.output:
        sys.stdout.writelines(text())
        return 0
    with files.writing(args.output) as file:
        for part in text():
            file.write(part.encode())
    return 0
