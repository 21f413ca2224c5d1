"""`vecx info`: describe an image, the installation, or an entry of the executive ROM."""

import argparse
import hashlib
from collections.abc import Sequence
from pathlib import Path

from .. import __version__
from ..console.includes import SourceOptions
from .arguments import add_assembly, add_symbols, source_options


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser("info", help="show an image's header, a ROM routine, or this "
                                         "installation",
                            description="Show an image's header, size, checksum and vectors, or "
                                        "describe a routine of the executive ROM.")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("image", metavar="IMAGE", nargs="?",
                      help="a bundled name, an image, an .asm source or a .c source; without "
                           "IMAGE, show information about this installation")
    what.add_argument("--rom", metavar="NAME", nargs="?", const="",
                      help="show the inputs, outputs and changed registers of a routine of the "
                           "executive ROM; NAME is a name, an address like F312, a title like "
                           "Recipes, or a word to search for; without NAME, list all routines")
    parser.add_argument("more", metavar="MORE.c", nargs="*", default=[],
                        help="the other sources of a program in C")
    add_assembly(parser)
    add_symbols(parser)
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    if args.rom is None:
        return show_image(args.image, source_options(args), args.symbols) if args.image \
            else show_installation()
    from ..console.manual import sections

    print("\n".join(sections(args.rom)), end="")
    return 0


def show_installation() -> int:
    import platform

    import numpy

    from ..compiling.jit import CHOSEN

    print(f"vecx      {__version__}")
    print(f"Python    {platform.python_version()} on {platform.system()} {platform.machine()}")
    print(f"NumPy     {numpy.__version__}")
    print(f"machine   {CHOSEN.label}")
    return 0


def show_image(name: str, options: SourceOptions, symbols: Sequence[str] = ()) -> int:
    import zlib

    from ..console import cartridge, roms

    cart, debug = roms.load_cartridge(name, options)
    assert cart is not None
    image = cart.image
    if symbols:
        debug, _ = roms.load_symbols([Path(path) for path in symbols], image)
    print(f"name      {cart.name}")
    print(f"size      {len(image):,} bytes, last address ${len(image) - 1:04X}")
    print(f"crc32     {zlib.crc32(image):08x}")
    print(f"sha256    {hashlib.sha256(image).hexdigest()}")
    if len(image) > cartridge.SPACE:
        print("banks     2 of 32 KiB, switched by PB6; the second is visible after /RESET")
    image = cartridge.first_seen(image)
    fault = cartridge.header_fault(image)
    if fault:
        print(f"header    {fault}")
    else:
        print(f"header    {image[:image.find(cartridge.END)].decode('ascii', 'replace')}")
        for line in cartridge.header_lines(image):
            print(f"title     {line}")
    if len(image) == roms.BIOS_BYTES:
        vectors = {"reset": 0x1FFE, "NMI": 0x1FFC, "SWI": 0x1FFA, "IRQ": 0x1FF8, "FIRQ": 0x1FF6}
        print("vectors   " + "  ".join(f"{name} ${image[at]:02X}{image[at + 1]:02X}"
                                       for name, at in vectors.items()) + "  (as an executive ROM)")
    if debug:
        print(f"symbols   {len(debug.symbols)}, of which {len(debug.routines)} are routines")
    for row in roms.ram_rows(debug):
        print(row)
    return 0
