"""`vecx dis`: disassemble an image into a source that assembles back to it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from asm import assemble
from asm.debuginfo import DebugInfo
from asm.disasm import disassemble

from .. import files
from ..errors import VecxError
from ..roms import include_dirs, load_debug, load_image
from .asm import number

MACHINE_FIRST = 0xC800      # below it lies the cartridge


def add_parser(sub: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the sub-command."""
    parser = sub.add_parser("dis", help="disassemble an image",
                            description="Disassemble an image; the text assembles back to it.")
    parser.add_argument("image", metavar="IMAGE",
                        help="an image file, plain, gzipped or zipped, or a bundled name")
    parser.add_argument("-o", "--output", metavar="FILE", help="write there, not to the terminal")
    parser.add_argument("--origin", metavar="ADDRESS", type=number, default=None,
                        help="address of the first byte (default: that of the symbol file, or 0)")
    parser.add_argument("--entry", metavar="ADDRESS", type=number, action="append", default=[],
                        help="where the program starts (default: behind the cartridge header, "
                        "or where the vectors of a system ROM lead)")
    parser.add_argument("--symbols", metavar="FILE", help="a symbol file of `vecx asm`; ROM, VIA "
                        "and the RAM of the system have their names without one")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    """Write the source of an image; return the exit status."""
    try:
        return disassemble_image(args)
    except VecxError as error:
        return complain(str(error))


def disassemble_image(args: argparse.Namespace) -> int:
    """Write the source of an image; return the exit status.  Errors: VecxError"""
    if args.output is not None:
        files.check_writable(args.output)
    image, debug = load_image(args.image)
    names = machine_names()
    origin = args.origin
    if args.symbols:
        debug = load_debug(Path(args.symbols))
    if debug:
        names |= own_names(debug)
        origin = debug.origin if origin is None else origin
    origin = origin or 0
    if not image or origin + len(image) > 0x10000:
        return complain(f"{args.image}: {len(image)} bytes at ${origin:04X} do not fit the 64 KiB "
                        "of the 6809; use --origin")
    if args.output and Path(args.output).resolve() == Path(args.image).resolve():
        return complain(f"{args.output} would overwrite the image; give it another name")
    text = disassemble(image, origin, args.entry, names)
    if not args.output:
        print(text, end="")
        return 0
    files.write(args.output, text)
    return 0


def machine_names() -> dict[int, str]:
    """The names of the VIA, the system's RAM and the ROM: address -> name."""
    names: dict[int, str] = {}
    for name, symbol in assemble(' include "vectrex.inc"', name="names",
                                 include_dirs=include_dirs()).symbols.items():
        if symbol.value is not None and MACHINE_FIRST <= symbol.value <= 0xFFFF:
            names.setdefault(symbol.value, name)
    return names


def own_names(debug: DebugInfo) -> dict[int, str]:
    """The names of a symbol file, labels and the names of a machine: address -> name."""
    names: dict[int, str] = {}
    for name, symbol in debug.symbols.items():
        value = symbol.value
        if "." in name or not 0 <= value <= 0xFFFF:
            continue
        if symbol.kind == "label" or (symbol.kind == "equ" and value >= MACHINE_FIRST):
            names.setdefault(value, name)
    return names


def complain(text: str) -> int:
    """Print one line and return the exit status for a bad file."""
    print(f"vecx dis: {text}", file=sys.stderr)
    return 1
