"""The work of `vecx asm`.  It is separate from the command line, which must be quick to import."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from asm import Program, assemble_file
from asm.output import formats
from asm.syntax.source import decode, encoding_of, not_text, read_file

from .. import files
from ..console.includes import CONVERTERS, include_folders, refuse_output_of_cmoc
from ..errors import UsageError, VecxError, reason
from .arguments import IMAGE_SUFFIXES, Needs, check_rules

RULES = (Needs(("--list-macros", "--list-all"), ("--list",)),)


def execute(args: argparse.Namespace) -> int:
    if args.format_source:
        return reformat(args)
    check_rules(args, RULES)
    if Path(args.source).suffix.lower() in files.C_SUFFIXES:
        raise VecxError(f"{args.source} is a program in C: `vecx run {args.source}` compiles and "
                        "runs it; `cmoc --vectrex` writes its image")
    is_default = args.output is None and not (args.list or args.symbols or args.map or args.cnt)
    if is_default:
        args.output = os.path.splitext(args.source)[0] + IMAGE_SUFFIXES[args.format]
    check_outputs(args)
    refuse_output_of_cmoc(args.source)
    try:
        program = assemble_file(args.source, include_dirs=[*args.include, *include_folders()],
                                defines=dict(args.define), dialect=args.dialect, fill=args.fill,
                                relax=args.relax, warnings=args.warnings,
                                optimise=args.opt, bank=args.bank, converters=CONVERTERS)
    except ValueError as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise VecxError(f"{args.source}: {reason(error)}") from None
    files.protect(*program.inputs)
    check_outputs(args)
    messages = program.messages(each="all" in args.warnings)
    if messages:
        print(messages, file=sys.stderr)
    if args.list:
        from asm.output.listing import make_listing

        files.write(args.list, make_listing(
            program, expand=args.list_macros,
            omit=() if args.list_all else library_files(args, program)))
    if program.image is None:
        return 1
    write_outputs(args, program)
    if is_default:
        print(f"wrote {args.output}, {len(program.image):,} bytes from ${program.origin:04X}")
    return 0


def check_outputs(args: argparse.Namespace) -> None:
    """Raise VecxError if an output cannot be written, or would replace an input or another output.
    """
    paths = [path for path in (args.output, args.list, args.symbols, args.map, args.cnt)
             if path is not None]
    files.check_writable(*paths)
    taken = set()
    for path in paths:
        place = os.path.realpath(path)
        if place in taken:
            raise UsageError(f"{path}: two outputs have this name; use a different name for one "
                             "of them")
        if not os.path.exists(place) or os.path.isfile(place):
            taken.add(place)


def library_files(args: argparse.Namespace, program: Program) -> list[str]:
    """Return the inputs that come with vecx, which listings omit unless the source is one of them.
    """
    ours = [Path(folder) for folder in include_folders()]
    folders = [*ours, *(Path(name) for name in args.include if Path(name).resolve() in ours)]
    home = Path(args.source).parent
    return [name for name in program.inputs if home not in Path(name).parents
            and any(folder in Path(name).parents for folder in folders)]


def write_outputs(args: argparse.Namespace, program: Program) -> None:
    image = formats.image_bytes(program)
    if args.pad is not None:
        try:
            image = formats.pad(image, args.pad, args.fill or 0)
        except ValueError as error:
            raise VecxError(str(error)) from None
    if args.output and not image:
        raise VecxError(f"{args.source}: the source generates no bytes, so there is no image to "
                        "write")
    content: bytes | str = image
    if args.format != "bin":
        make = formats.intel_hex if args.format == "ihex" else formats.s_record
        whole = args.pad is not None or args.fill is not None or (
            len(program.banks) > 1 and args.bank is None)
        content = make(image, program.origin, None if whole else formats.blocks(program))
    if args.output:
        files.write(args.output, content)
    for path, text in ((args.symbols, formats.symbols_text), (args.map, formats.map_text),
                       (args.cnt, formats.vide_cnt)):
        if path:
            files.write(path, text(program))


def reformat(args: argparse.Namespace) -> int:
    """Format a source in columns; its encoding does not change."""
    if args.list or args.symbols or args.map or args.cnt:
        raise UsageError("--format-source does not assemble; remove --list, --symbols, --map and "
                         "--cnt")
    from asm.formatter import format_source

    path = args.output or args.source
    try:
        data = read_file(args.source)
        doubt = not_text(data)
        if doubt:
            raise VecxError(f"{args.source} {doubt}")
        after = format_source(decode(data))
        if os.path.isfile(path) and decode(read_file(path)) == after:
            return 0
    except OSError as error:
        raise VecxError(f"{error.filename or path}: {reason(error)}") from None
    with files.protecting():        # it may replace its input
        files.write(path, after.encode(encoding_of(data)), source=True)
    return 0
