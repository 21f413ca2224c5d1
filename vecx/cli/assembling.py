"""What `vecx asm` does once its command line is read."""

from __future__ import annotations

import argparse
import os
import sys

from asm import Program, assemble_file
from asm.output import formats
from asm.syntax.source import decode, encoding_of, not_text, read_file

from .. import files
from ..console.includes import include_folders
from ..errors import VecxError, reason
from .arguments import IMAGE_SUFFIXES


def execute(args: argparse.Namespace) -> int:
    """Assemble and write what is asked for; return the exit status."""
    if args.format_source:
        return reformat(args)
    for option, value in (("--list-macros", args.list_macros), ("--list-all", args.list_all)):
        if value and not args.list:
            return complain(f"{option} says how to list; give --list FILE, too", 2)
    chosen = args.output is None and not (args.list or args.symbols or args.map or args.cnt)
    if chosen:
        args.output = os.path.splitext(args.source)[0] + IMAGE_SUFFIXES[args.format]
    try:
        for path in outputs(args):
            files.check_writable(path)
        program = assemble_file(args.source, include_dirs=[*args.include, *include_folders()],
                                defines=dict(args.define), dialect=args.dialect, fill=args.fill,
                                relax=args.relax, warnings=args.warnings,
                                optimise=args.opt, bank=args.bank)
    except ValueError as error:
        return complain(str(error), 2)
    except OSError as error:
        return complain(f"{args.source}: {reason(error)}")
    except VecxError as error:
        return complain(str(error), error.exit_status)
    files.protect(*program.inputs)
    clash = overwritten(args, program)
    if clash:
        return complain(clash, 2)
    messages = program.messages(each="all" in args.warnings)
    if messages:
        print(messages, file=sys.stderr)
    if args.list:
        from asm.output.listing import make_listing

        failed = write(args.list, make_listing(
            program, expand=args.list_macros,
            omit=() if args.list_all else library_files(args, program)))
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
    taken = {os.path.realpath(path): f"the source {path}" for path in program.inputs}
    for path in outputs(args):
        place = os.path.realpath(path)
        if place in taken:
            return f"{path} would overwrite {taken[place]}; give it another name"
        if not os.path.exists(place) or os.path.isfile(place):
            taken[place] = "another output"
    return ""


def library_files(args: argparse.Namespace, program: Program) -> list[str]:
    """The files of a program that come with vecx: a listing leaves them out, unless the source
    lies among them."""
    from pathlib import Path

    ours = [Path(folder) for folder in include_folders()]
    folders = [*ours, *(Path(name) for name in args.include if Path(name).resolve() in ours)]
    home = Path(args.source).parent
    return [name for name in program.inputs if home not in Path(name).parents
            and any(folder in Path(name).parents for folder in folders)]


def write_outputs(args: argparse.Namespace, program: Program) -> int:
    """Write the image and the files about it; return the exit status."""
    image = formats.image_bytes(program)
    if args.pad is not None:
        try:
            image = formats.pad(image, args.pad, args.fill or 0)
        except ValueError as error:
            return complain(str(error))
    if args.output and not image:
        return complain(f"{args.source}: no line of it makes a byte, so there is no image to write")
    content: bytes | str = image
    if args.format != "bin":
        make = formats.intel_hex if args.format == "ihex" else formats.s_record
        whole = args.pad is not None or args.fill is not None or (
            len(program.banks) > 1 and args.bank is None)
        written = None if whole else formats.blocks(program)
        content = make(image, program.origin, written)
    wanted = [(args.output, lambda: content), (args.symbols, lambda: formats.symbols_text(program)),
              (args.map, lambda: formats.map_text(program)),
              (args.cnt, lambda: formats.vide_cnt(program))]
    for path, content_of in wanted:
        if path:
            failed = write(path, content_of())
            if failed:
                return failed
    return 0


def reformat(args: argparse.Namespace) -> int:
    """Put a source into columns, its encoding kept; return the exit status."""
    if args.list or args.symbols or args.map or args.cnt:
        return complain("--format-source assembles nothing, so it makes no list, symbols, map or "
                        "cnt", 2)
    from pathlib import Path

    from asm.formatter import format_source

    path = Path(args.output or args.source)
    try:
        data = read_file(args.source)
        doubt = not_text(data)
        if doubt:
            return complain(f"{args.source} {doubt}")
        text = decode(data)
        after = format_source(text)
        if path.is_file() and decode(read_file(path)) == after:
            return 0
    except OSError as error:
        return complain(f"{error.filename or path}: {reason(error)}")
    with files.protecting():        # to replace its input is what it is for
        return write(str(path), after.encode(encoding_of(data)), source=True)


def write(path: str, content: bytes | str, *, source: bool = False) -> int:
    """Write a file; return 0, or complain and return 1."""
    try:
        files.write(path, content, source=source)
    except VecxError as error:
        return complain(str(error), error.exit_status)
    return 0


def complain(text: str, status: int = 1) -> int:
    """Print one line and return the exit status."""
    print(f"vecx asm: {text}", file=sys.stderr)
    return status
