"""`vecx trace`: write the executed instructions, the call tree, or the levels of the wires."""

import argparse
import sys
from typing import TYPE_CHECKING

from .. import files
from .arguments import Excludes, add_machine, check_rules, file_name, make_machine, positive
from .driving import add_driving, frames_of, run_of, run_up

if TYPE_CHECKING:
    from ..machine import Machine
    from ..play.headless import Run

FRAMES_MAX = 600        # if --until ends the trace
# -o is for the table of instructions or calls; --vcd and --html name their own files.
RULES = (Excludes(("--output",), ("--vcd", "--html")), Excludes(("--calls",), ("--vcd", "--html")))


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "trace", help="list executed instructions or calls, or show signals over time",
        description="Run some frames and write a line for every instruction.  Its columns, "
                    "separated by tabs, are the cycle, the PC, the bytes, the registers before "
                    "the instruction, its place in the source, the instruction with the program's "
                    "names, and its accesses to the VIA (ORB=$81 for a read, ORB<$81 for a "
                    "write).  With --calls, write a tree of the routines with their cycles.  A "
                    "frame of a game takes several hundred KB of text.")
    add_machine(parser)
    add_driving(parser)
    parser.add_argument("--frames", type=positive, metavar="N",
                        help="number of frames (default: 1, or at most 600 with --until)")
    parser.add_argument("--calls", action="store_true", help="print a tree of routine calls "
                                                             "instead of instructions")
    parser.add_argument("--vcd", type=file_name, metavar="FILE",
                        help="write the beam's control lines and the VIA's registers over time, "
                             "for GTKWave or PulseView")
    parser.add_argument("--html", type=file_name, metavar="FILE",
                        help="write a page that shows routines, control lines, timers and sound "
                             "over time, like a logic analyser")
    parser.add_argument("-o", "--output", type=file_name, metavar="FILE",
                        help="file to write (default: standard output)")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    from .disassembling import machine_names

    check_rules(args, RULES)
    files.check_writable(args.output, args.vcd, args.html)
    machine = make_machine(args)
    from ..measure.trace import COLUMNS, CallTree, Tracer, tree_text

    if args.from_frame is None:
        args.from_frame = 1
    frames = args.frames or (FRAMES_MAX if args.until else 1)
    run = run_of(machine, args)
    run_up(run)
    if args.vcd or args.html:
        return write_wires(args, machine, run, frames)
    tracer = Tracer(machine, machine_names())

    def followed():  # type: ignore[no-untyped-def]
        for _ in range(frames):
            run.enter()
            yield tracer.frame()
            if run.is_over():
                return
        run.check_over()

    def text():  # type: ignore[no-untyped-def]
        if args.calls:
            tree = CallTree(tracer)
            for frame in followed():
                tree.add(frame)
            yield tree_text(tree.end(), frames)
            return
        yield "\t".join(COLUMNS) + "\n"
        for frame in followed():
            for line in tracer.lines(frame):
                yield line + "\n"

    if not args.output:
        sys.stdout.writelines(text())
        return 0
    with files.writing(args.output) as file:
        for part in text():
            file.write(part.encode())
    return 0


def write_wires(args: argparse.Namespace, machine: "Machine", run: "Run", count: int) -> int:
    """Write the levels of the wires during `count` frames as a Value Change Dump, as a page with
    lanes, or both.

    Errors: VecxError if a dump is requested and pyvcd is missing
    """
    from ..measure.wires import page, waves
    from .diff import waveform
    from .disassembling import machine_names

    dump = waveform() if args.vcd else None
    frames, stretches = [], []
    with waves.Recorder(machine) as recorder:
        for frame in frames_of(run, count):
            frames.append(frame)
            stretches.append(recorder.take())
    stretch = waves.joined(stretches)
    if dump:
        files.write(args.vcd, dump.to_text(waves.waves_of(stretch)))
    if args.html:
        first, last = frames[0], frames[-1]
        title = f"frame {first.index}" if first is last else f"frames {first.index} to {last.index}"
        packed = page.Pages(machine, machine_names()).packed(
            stretch, title, first.start_cycle, last.start_cycle + last.cycles,
            [page.Strokes.of(frame) for frame in frames])
        name = machine.cartridge.name if machine.cartridge else "no cartridge"
        files.write(args.html, page.html(name, packed))
    return 0
