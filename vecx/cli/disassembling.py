"""What `vecx dis` does once its command line is read."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from asm import Program, assemble, vectrex
from asm.disassembler.disasm import disassemble
from asm.output.debuginfo import DebugInfo

from .. import files
from ..console.roms import include_dirs, load_debug, load_image
from ..errors import VecxError

MACHINE_FIRST = vectrex.RAM_FIRST       # below it lies the cartridge
TABLES_HEAD = "ROM tables"  # what follows this line of vectrex.inc is data
SEEN_BYTES_MAX = 1 << 22
SEEN = re.compile(r"(?:\$|0x)?([0-9A-F]{1,4})(?:\s*-\s*(?:\$|0x)?([0-9A-F]{1,4}))?", re.IGNORECASE)


def execute(args: argparse.Namespace) -> int:
    """Write the source of an image; return the exit status."""
    try:
        return disassemble_image(args)
    except VecxError as error:
        return complain(str(error), error.exit_status)


def disassemble_image(args: argparse.Namespace) -> int:
    """Write the source of an image; return the exit status.  Errors: VecxError"""
    if args.output is not None:
        files.check_writable(args.output, source=True)
    image, debug, _ = load_image(args.image)
    names = machine_names()
    origin = args.origin
    if args.symbols:
        debug = load_debug(Path(args.symbols))
    if debug:
        names |= own_names(debug)
        origin = debug.origin if origin is None else origin
    origin = origin or 0
    if not image:
        return complain(f"{args.image}: the file is empty; an image has a byte at least")
    if origin + len(image) > 0x10000:
        return complain(f"{args.image}: {len(image):,} bytes at ${origin:04X} do not fit the "
                        "64 KiB of the 6809; use --origin")
    hints = [routine.address for routine in debug.routines]
    if origin >= MACHINE_FIRST and not hints:       # a system ROM
        hints = [address for address in rom_entries() if 0 <= address - origin < len(image)]
    seen = read_seen(args.seen) if args.seen else []
    text = disassemble(image, origin, args.entry, names, hints=hints, seen=seen,
                       addresses=args.addresses)
    if not args.output:
        print(text, end="")
        return 0
    files.write(args.output, text, source=True)
    return 0


def machine_program() -> Program:
    """The names that cartridges include, assembled."""
    return assemble(' include "vectrex.inc"', name="names", include_dirs=include_dirs())


def machine_names() -> dict[int, str]:
    """The names of the VIA, the system's RAM and the ROM: address -> name."""
    names: dict[int, str] = {}
    for name, symbol in machine_program().symbols.items():
        if symbol.value is not None and MACHINE_FIRST <= symbol.value <= 0xFFFF:
            names.setdefault(symbol.value, name)
    return names


def rom_entries() -> list[int]:
    """The addresses of the ROM's routines."""
    program = machine_program()
    tables = next((place.line for place, _ in program.rows if TABLES_HEAD in place.text), 0)
    return [symbol.value for symbol in program.symbols.values()
            if symbol.value is not None and vectrex.ROM_FIRST <= symbol.value <= vectrex.ROM_LAST
            and symbol.line < tables]


def read_seen(path: str) -> list[tuple[int, int]]:
    """Read a file of addresses that ran: hexadecimal, one or `first-last` a line; `;` a comment.

    Errors: VecxError names the line that is something else
    """
    found = []
    try:
        data = files.read(path, SEEN_BYTES_MAX, "a list of addresses", protected=True)
        lines = data.decode("utf-8").splitlines()
    except UnicodeDecodeError:
        raise VecxError(f"{path}: not a text") from None
    for row, line in enumerate(lines, 1):
        text = line.partition(";")[0].strip()
        if not text:
            continue
        match = SEEN.fullmatch(text)
        first = int(match[1], 16) if match else 0
        last = int(match[2], 16) if match and match[2] else first
        if match is None or not first <= last <= 0xFFFF:
            raise VecxError(f"{path}:{row}: `{text[:40]}` is not an address; write one in "
                            "hexadecimal (F000), or the first and the last (F000-F01F)")
        found.append((first, last))
    return found


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


def complain(text: str, status: int = 1) -> int:
    """Print one line and return the exit status for a bad file."""
    print(f"vecx dis: {text}", file=sys.stderr)
    return status
