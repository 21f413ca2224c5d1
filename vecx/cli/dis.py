"""`vecx dis`: disassemble an image into a source that assembles back to it."""

from __future__ import annotations

import argparse

from .asm import number


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
    parser.add_argument("--seen", metavar="FILE",
                        help="addresses that a run has been seen at, which are code beyond doubt: "
                        "a text file, one hexadecimal address or `first-last` a line")
    parser.add_argument("--addresses", action="store_true",
                        help="put address and bytes of each line into its comment")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    """Write the source of an image; return the exit status."""
    from . import disassembling

    return disassembling.execute(args)
