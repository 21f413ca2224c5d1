"""`vecx calibrate`: make a preset for a real Vectrex from measurements with a ruler."""

import argparse
import sys
from pathlib import Path

from .. import files
from ..errors import VecxError
from .arguments import file_name


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "calibrate", help="make a preset for your own Vectrex",
        description="Write a preset that draws like your own Vectrex.  Measure the cards CARD, "
                    "DRIFT and TEXT of the cartridge accuracy-beam, or of the service program, in "
                    "mm; the command asks for these measurements, or reads them from a file.  "
                    "Measurements can be omitted.  `vecx help beam` describes what to "
                    "measure.")
    parser.add_argument("measures", metavar="FILE", nargs="?", type=Path,
                        help="TOML file with the measurements (default: ask for them)")
    parser.add_argument("-o", "--output", type=file_name, required=True, metavar="PRESET.toml",
                        help="preset file to write")
    parser.add_argument("--force", action="store_true",
                        help="replace PRESET.toml if it exists")
    parser.add_argument("--base", choices=("ideal", "hardware", "worn"), default="hardware",
                        help="preset that provides the values which cannot be measured with a "
                             "ruler (default: hardware)")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    if args.output.suffix != ".toml":
        raise VecxError(f"{args.output}: the name of a preset must end in .toml")
    if args.measures and args.measures.resolve() == args.output.resolve():
        raise VecxError(f"{args.output} would overwrite the measurements; use a different name")
    if args.output.exists() and not args.force:
        raise VecxError(f"{args.output}: the file exists already; use a different name, or "
                        "--force to replace it")
    files.check_writable(args.output)
    from .. import calibrate
    from ..console import analog

    if not args.measures:
        print("press Enter to skip a measurement; without the width or height of "
              "the tube, the other measurements in that direction are ignored", file=sys.stderr)
    given = calibrate.from_file(args.measures) if args.measures else calibrate.ask(question)
    found = calibrate.fit(given, analog.preset(args.base))
    source = str(args.measures) if args.measures else "measures typed in"
    files.write(args.output, calibrate.preset_text(found, args.base, source))
    print(f"{'measure, mm':18}{'given':>8}{'made':>8}")
    for name, (measured, made) in found.measures.items():
        doubt = "   measure again?" if abs(measured - made) > 1 else ""
        print(f"{name:18}{measured:>8.1f}{made:>8.1f}{doubt}")
    print(f"wrote {args.output}; use it with --preset {args.output}")
    return 0


def question(text: str) -> str:
    """Print a question to standard error, so that standard output contains only the result."""
    print(text, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
