"""`vecx asm`: assemble a 6809 source."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from asm import Program, assemble_file, output
from asm.dialects import DIALECTS
from asm.format import format_source
from asm.listing import make_listing
from asm.source import decode, encoding_of, not_text

from .. import files
from ..errors import VecxError
from ..roms import include_dirs

FORMATS = {"bin": ".bin", "ihex": ".hex", "srec": ".s19"}


def add_parser(sub: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the sub-command."""
    parser = sub.add_parser("asm", help="assemble a 6809 source",
                            description="Assemble a 6809 source into an image.")
    parser.add_argument("source", metavar="SRC", help="the source file")
    parser.add_argument("-o", "--output", metavar="OUT",
                        help="the image to write (default: SRC with .bin, .hex or .s19 in place of "
                        "its suffix, unless only a --list, --symbols, --map or --cnt is asked for)")
    parser.add_argument("-I", "--include", metavar="DIR", action="append", default=[],
                        help="a folder where INCLUDE looks")
    parser.add_argument("-D", "--define", metavar="NAME=VALUE", action="append", default=[],
                        type=definition, help="define a symbol; without a value it is 1")
    parser.add_argument("--dialect", choices=tuple(DIALECTS), default="vecx",
                        help="whose meaning a doubtful line has (default: vecx)")
    parser.add_argument("--format", choices=tuple(FORMATS), default="bin", help="default: bin")
    parser.add_argument("--fill", metavar="BYTE", type=byte, default=None,
                        help="what gaps between two ORGs hold (default: 0)")
    parser.add_argument("--relax", action="store_true",
                        help="lengthen short branches that do not reach")
    parser.add_argument("--list", metavar="FILE", help="write a listing with cycles")
    parser.add_argument("--list-macros", action="store_true",
                        help="list the lines that macros and repetitions make, too")
    parser.add_argument("--symbols", metavar="FILE", help="write symbols and source map as JSON")
    parser.add_argument("--map", metavar="FILE", help="write the symbols as a table")
    parser.add_argument("--cnt", metavar="FILE", help="write the labels for VIDE's debugger")
    parser.add_argument("--pad", metavar="SIZE", type=number,
                        help="lengthen the image to SIZE bytes")
    parser.add_argument("-W", dest="warnings", metavar="NAME", action="append", default=[],
                        help="a warning: NAME, no-NAME, all, none, or error")
    parser.add_argument("--format-source", action="store_true",
                        help="assemble nothing: put SRC into columns (label 1, operation 17, "
                        "operand 25, comment 41), in place, or into OUT")
    parser.set_defaults(execute=execute)


def number(text: str) -> int:
    """Read a number of the command line: 255, 0xFF, $FF; 8K is 8192."""
    digits = text.replace("$", "0x")
    scale = 1024 if digits[-1:] in "kK" and digits else 1
    try:
        return int(digits.rstrip("kK") if scale > 1 else digits, 0) * scale
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def byte(text: str) -> int:
    """Read a number from 0 to 255."""
    value = number(text)
    if not 0 <= value <= 0xFF:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 255")
    return value


def definition(text: str) -> tuple[str, int]:
    """Read NAME or NAME=VALUE."""
    name, mark, value = text.partition("=")
    if not name.replace("_", "a").replace(".", "a").isalnum() or name[0].isdigit():
        raise argparse.ArgumentTypeError(f"{name!r} cannot be a symbol")
    return name, number(value) if mark else 1


def execute(args: argparse.Namespace) -> int:
    """Assemble and write what is asked for; return the exit status."""
    if args.format_source:
        return reformat(args)
    if args.list_macros and not args.list:
        return complain("--list-macros says how to list; give --list FILE, too", 2)
    chosen = args.output is None and not (args.list or args.symbols or args.map or args.cnt)
    if chosen:
        args.output = str(Path(args.source).with_suffix(FORMATS[args.format]))
    try:
        for path in outputs(args):
            files.check_writable(path)
        program = assemble_file(args.source, include_dirs=[*args.include, *include_dirs()],
                                defines=dict(args.define), dialect=args.dialect, fill=args.fill,
                                relax=args.relax, warnings=args.warnings)
    except ValueError as error:
        return complain(str(error), 2)
    except OSError as error:
        return complain(f"{args.source}: {error.strerror}")
    except VecxError as error:
        return complain(str(error))
    clash = overwritten(args, program)
    if clash:
        return complain(clash, 2)
    messages = program.messages()
    if messages:
        print(messages, file=sys.stderr)
    if args.list:
        failed = write(args.list, make_listing(program, expand=args.list_macros))
        if failed:
            return failed
    if program.image is None:
        return 1
    failed = write_outputs(args, program)
    if chosen and not failed:
        print(f"wrote {args.output}, {len(program.image):,} bytes from ${program.origin:04X}")
    return failed


def outputs(args: argparse.Namespace) -> list[str]:
    """The files that the command line asks for."""
    paths = (args.output, args.list, args.symbols, args.map, args.cnt)
    return [path for path in paths if path is not None]


def overwritten(args: argparse.Namespace, program: Program) -> str:
    """Say which output would overwrite a source or another output; an empty string if none."""
    taken = {Path(path).resolve(): f"the source {path}" for path in program.inputs}
    for path in outputs(args):
        place = Path(path).resolve()
        if place in taken:
            return f"{path} would overwrite {taken[place]}; give it another name"
        if not place.exists() or place.is_file():
            taken[place] = "another output"
    return ""


def write_outputs(args: argparse.Namespace, program: Program) -> int:
    """Write the image and the files about it; return the exit status."""
    image = output.image_bytes(program)
    if args.pad is not None:
        try:
            image = output.pad(image, args.pad, args.fill or 0)
        except ValueError as error:
            return complain(str(error))
    content: bytes | str = image
    if args.format == "ihex":
        content = output.intel_hex(image, program.origin)
    elif args.format == "srec":
        content = output.s_record(image, program.origin)
    wanted = [(args.output, lambda: content), (args.symbols, lambda: output.symbols_text(program)),
              (args.map, lambda: output.map_text(program)),
              (args.cnt, lambda: output.vide_cnt(program))]
    for path, make in wanted:
        if path:
            failed = write(path, make())
            if failed:
                return failed
    return 0


def reformat(args: argparse.Namespace) -> int:
    """Put a source into columns, its encoding kept; return the exit status."""
    if args.list or args.symbols or args.map or args.cnt:
        return complain("--format-source assembles nothing, so it makes no list, symbols, map or "
                        "cnt", 2)
    path = Path(args.output or args.source)
    try:
        data = Path(args.source).read_bytes()
        reason = not_text(data)
        if reason:
            return complain(f"{args.source} {reason}")
        text = decode(data)
        after = format_source(text)
        if path.is_file() and decode(path.read_bytes()) == after:
            return 0
    except OSError as error:
        return complain(f"{error.filename or path}: {error.strerror}")
    return write(str(path), after.encode(encoding_of(data)))


def write(path: str, content: bytes | str) -> int:
    """Write a file; return 0, or complain and return 1."""
    try:
        files.write(path, content)
    except VecxError as error:
        return complain(str(error))
    return 0


def complain(text: str, status: int = 1) -> int:
    """Print one line and return the exit status."""
    print(f"vecx asm: {text}", file=sys.stderr)
    return status
