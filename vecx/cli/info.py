"""`vecx info`: describe an image, the installation, or an entry of the executive ROM."""

import argparse

from ..console.includes import SourceOptions
from .arguments import add_assembly, source_options


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser("info", help="show an image's header, a ROM routine, or this "
                                         "installation",
                            description="Show an image's header, size, checksum and vectors, or "
                                        "describe a routine of the executive ROM.")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("image", metavar="IMAGE", nargs="?",
                      help="a bundled name, an image or an .asm source; without CART, show "
                           "information about this installation")
    what.add_argument("--rom", metavar="NAME", nargs="?", const="",
                      help="show the inputs, outputs and changed registers of a routine of the "
                           "executive ROM; NAME is a name, an address like F312, a title like "
                           "Recipes, or a word to search for; without NAME, list all routines")
    add_assembly(parser)
    parser.set_defaults(execute=execute)


def sections(name: str) -> list[str]:
    """Return the parts of docs/generated/exec-rom.md about a name, an address, a title or a word.

    Errors: UsageError if there is none
    """
    import difflib
    import re

    from ..console.roms import DATA
    from ..errors import UsageError, shown

    page = (DATA / "exec-rom.md").read_text("utf-8")
    parts = {part.partition("\n")[0].lstrip("# "): part.strip()
             for part in re.split(r"^(?=#{1,3} )", page, flags=re.M)}
    entries = {title: part for title, part in parts.items() if re.search(r" \$[0-9A-F]{4}$", title)}
    query = name.strip().lstrip("$").lower()
    if not query:
        return ["".join(map(_in_a_line, entries.items()))]
    found = [title for title in parts
             if query in (title.lower(), *title.lower().replace("$", "").split())]
    if not found:
        matching = [entry for entry in entries.items() if query in _in_a_line(entry).lower()]
        if matching:
            return ["".join(map(_in_a_line, matching))]
        near = difflib.get_close_matches(query, {word.lower(): word for title in parts
                                                 for word in title.split()})
        raise UsageError(f"the executive ROM has no {shown(name)}"
                         + (f"; similar names: {', '.join(near)}" if near else "")
                         + "; `vecx info --rom` lists its routines")
    rows = [row for title in found for row in page.splitlines() if row.startswith(f"| {title} |")]
    examples = [row.split(" | ")[-1].removesuffix(" |").replace("`", "").split("<br>")
                for row in rows]
    return [parts[title] + "\n" for title in found] \
        + ["".join(f"    {line}\n" for line in lines) for lines in examples]


def _in_a_line(entry: tuple[str, str]) -> str:
    """Return the title of an entry, and the first line of its text."""
    title, part = entry
    first = next((line for line in part.splitlines()[1:] if line.strip()), "")
    return f"{title:<24}{first.strip()}\n"


def execute(args: argparse.Namespace) -> int:
    if args.rom is None:
        return show_image(args.image, source_options(args)) if args.image else show_installation()
    print("\n".join(sections(args.rom)), end="")
    return 0


def show_installation() -> int:
    import platform

    import numpy

    from .. import __version__
    from ..compiling.jit import CHOSEN

    print(f"vecx      {__version__}")
    print(f"Python    {platform.python_version()} on {platform.system()} {platform.machine()}")
    print(f"NumPy     {numpy.__version__}")
    print(f"machine   {CHOSEN.label}")
    return 0


def show_image(name: str, options: SourceOptions) -> int:
    import hashlib
    import zlib

    from ..console import cartridge, roms

    cart, debug = roms.load_cartridge(name, options)
    assert cart is not None
    image = cart.image
    print(f"name      {cart.name}")
    print(f"size      {len(image):,} bytes, last address ${len(image) - 1:04X}")
    print(f"crc32     {zlib.crc32(image):08x}")
    print(f"sha256    {hashlib.sha256(image).hexdigest()}")
    if len(image) > cartridge.SPACE:
        print("banks     2 of 32 KiB; PB6 switches, the second is visible after /RESET")
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
    return 0
