"""The implementation of `vecx dis`, separate from the command line, which must import quickly."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from asm import Program, assemble, vectrex
from asm.disassembler.disasm import disassemble

from .. import files
from ..console.cartridge import SPACE
from ..console.roms import include_dirs, load_debug, load_image
from ..errors import UsageError, VecxError

if TYPE_CHECKING:
    from ..measure.trace.reading import Uses

MACHINE_FIRST = vectrex.RAM_FIRST       # lower addresses are the cartridge's
TABLES_HEAD = "ROM tables"  # the line of vectrex.inc after which the symbols are data
SEEN_BYTES_MAX = 1 << 22
SEEN = re.compile(r"(?:\$|0x)?([0-9A-F]{1,4})(?:\s*-\s*(?:\$|0x)?([0-9A-F]{1,4}))?", re.IGNORECASE)


def execute(args: argparse.Namespace) -> int:
    files.check_writable(args.output, source=True)
    if Path(args.image).suffix.lower() in files.ASM_SUFFIXES:
        raise UsageError(f"{args.image}: a source, not an image; `vecx asm` makes an image of it")
    image, debug, _ = load_image(args.image)
    names = machine_names()
    origin = args.origin
    if args.symbols:
        debug = load_debug(Path(args.symbols), image)
    if debug:
        names |= debug.operand_names
        origin = debug.origin if origin is None else origin
    origin = origin or 0
    if not image:
        raise VecxError(f"{args.image}: the file is empty")
    if origin + len(image) > 0x10000:
        raise VecxError(f"{args.image}: {len(image):,} bytes at ${origin:04X} do not fit into the "
                        "64 KiB of the 6809; use --origin")
    hints = [routine.address for routine in debug.routines]
    if origin >= MACHINE_FIRST and not hints:       # a system ROM
        hints = [address for address in rom_entries() if 0 <= address - origin < len(image)]
    seen = read_seen(args.seen) if args.seen else []
    used = uses_of(args.image, image, origin, args.frames) if args.frames else None
    if used:
        seen += [(address, address) for address in used.ran]
    text = disassemble(image, origin, args.entry, names, hints=hints, seen=seen,
                       words=used and used.words, lists=used and used.lists,
                       addresses=args.addresses)
    if not args.output:
        print(text, end="")
        return 0
    files.write(args.output, text, source=True)
    return 0


def uses_of(name: str, image: bytes, origin: int, frames: int) -> Uses:
    """Run a cartridge with random inputs, and return how the cartridge used its bytes.

    Errors: VecxError if the image is not a cartridge of one bank
    """
    from ..machine import Machine
    from ..measure.trace.reading import uses

    if origin or len(image) > SPACE:
        raise VecxError(f"{name}: --frames needs a cartridge of one bank at address 0; omit "
                        "--frames")
    return uses(Machine(image), frames)


def machine_program() -> Program:
    """Assemble vectrex.inc, which defines the names of the machine, and return the result."""
    return assemble(' include "vectrex.inc"', name="names", include_dirs=include_dirs())


def machine_names() -> dict[int, str]:
    """Return the names of the VIA, of the system's RAM and of the ROM, by address."""
    names: dict[int, str] = {}
    for name, symbol in machine_program().symbols.items():
        if symbol.value is not None and MACHINE_FIRST <= symbol.value <= 0xFFFF:
            names.setdefault(symbol.value, name)
    return names


def rom_entries() -> list[int]:
    program = machine_program()
    tables = next((place.line for place, _ in program.rows if TABLES_HEAD in place.text), 0)
    return [symbol.value for symbol in program.symbols.values()
            if symbol.value is not None and vectrex.ROM_FIRST <= symbol.value <= vectrex.ROM_LAST
            and symbol.line < tables]


def read_seen(path: str) -> list[tuple[int, int]]:
    """Read a file of addresses that ran: one hexadecimal address or range per line; `;` comments.

    Errors: VecxError names the invalid line
    """
    found = []
    try:
        data = files.read(path, SEEN_BYTES_MAX, "a list of addresses", protected=True)
        lines = data.decode("utf-8").splitlines()
    except UnicodeDecodeError:
        raise VecxError(f"{path}: not a text file") from None
    for row, line in enumerate(lines, 1):
        text = line.partition(";")[0].strip()
        if not text:
            continue
        match = SEEN.fullmatch(text)
        first = int(match[1], 16) if match else 0
        last = int(match[2], 16) if match and match[2] else first
        if match is None or not first <= last <= 0xFFFF:
            raise VecxError(f"{path}:{row}: `{text[:40]}` is not an address; write a hexadecimal "
                            "address (F000) or a range of addresses (F000-F01F)")
        found.append((first, last))
    return found
