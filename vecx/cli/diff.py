"""`vecx diff`: compare what two runs draw."""

import argparse
from pathlib import Path
from types import ModuleType

from .. import files
from ..errors import VecxError, install
from .arguments import file_name, integer, not_negative, whole_number
from .progress import Progress

TOLERANCE = 1.0         # screen units


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "diff", help="compare what two runs draw",
        description="Compare two files that `vecx run --headless -o FILE.jsonl` wrote, segment by "
                    "segment.  Exit 1 if they differ.")
    parser.add_argument("old", metavar="OLD.jsonl", type=Path)
    parser.add_argument("new", metavar="NEW.jsonl", type=Path)
    parser.add_argument("--tolerance", type=not_negative, default=TOLERANCE, metavar="U",
                        help="tolerance for the ends of segments, in screen units (1 unit = 127 p) "
                             f"(default: {TOLERANCE:g})")
    parser.add_argument("--vcd", action="store_true",
                        help="compare two Value Change Dumps, for example a capture from a console"
                             " and one from `vecx trace --vcd`; report the first edge that differs")
    parser.add_argument("--cycles", type=whole_number, default=1, metavar="N",
                        help="with --vcd: tolerance in cycles (default: 1)")
    parser.add_argument("--svg", type=file_name, metavar="FILE",
                        help="draw the first frame that differs, with removed lines in red, added "
                             "lines in green and others in grey")
    parser.add_argument("--frame", type=integer, metavar="N",
                        help="draw and describe frame N instead of the first frame that differs")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    if args.vcd:
        return compare_waves(args)
    files.check_writable(args.svg)
    from ..console.difference import Difference, counts
    from ..recording.difference import differences

    count = differing = gone = come = 0
    shown: Difference | None = None
    with Progress("comparing", "frames") as bar:
        for found in differences(args.old, args.new, args.tolerance):
            count += 1
            bar.to(count)
            differing += found.differs
            gone += len(found.gone)
            come += len(found.come)
            # Show the first frame that differs, or the last one if none does.
            if found.number == args.frame if args.frame is not None \
                    else differing == found.differs:
                shown = found
    if shown is None:
        raise VecxError(f"neither file has a frame {args.frame}")
    units = f"{args.tolerance:g} unit" + ("" if args.tolerance == 1 else "s")
    if args.frame is not None or differing:
        first = ", the first that differs" if args.frame is None else ""
        print(f"frame {shown.number}, cycle {shown.cycle:,}{first}: {shown.words()}")
    if differing:
        print(f"{differing:,} of {count:,} frames differ by more than {units}: "
              f"{counts(gone, 'segment', 'segments')} removed, {come:,} new")
    else:
        print(f"{count:,} frames agree within {units}")
    if args.svg:
        files.write(args.svg, shown.svg())
    return 1 if differing else 0


def compare_waves(args: argparse.Namespace) -> int:
    """Report the first edge that differs between two Value Change Dumps; return 1 if there is one,
    else 0."""
    waves = waveform()
    wires, found = waves.difference(waves.load(args.old), waves.load(args.new), args.cycles)
    if found:
        print(f"{found.wire} differs {found.cycle:,} cycles after the first edge: {found.words}")
    else:
        print(f"all edges agree within {args.cycles} cycles: {', '.join(wires)}")
    return int(found is not None)


def waveform() -> ModuleType:
    """Return vecx.measure.wires.waveform, which reads and writes Value Change Dumps.

    Errors: VecxError if pyvcd is not installed
    """
    try:
        import vcd  # noqa: F401
    except ImportError:
        raise VecxError(f"Value Change Dumps need pyvcd: {install('vcd')}") from None
    from ..measure.wires import waveform

    return waveform
