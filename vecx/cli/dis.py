"""`vecx dis`: disassemble an image into a source that assembles back to the image."""

from __future__ import annotations

import argparse

from .arguments import number, whole_number


def add_parser(sub: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = sub.add_parser("dis", help="disassemble an image",
                            description="Disassemble an image.  The text assembles to the same "
                                        "bytes.")
    parser.add_argument("image", metavar="IMAGE",
                        help="an image file (plain, gzipped or zipped), or a bundled name")
    parser.add_argument("-o", "--output", metavar="FILE", help="file to write (default: standard "
                                                               "output)")
    parser.add_argument("--origin", metavar="ADDRESS", type=number, default=None,
                        help="address of the first byte (default: from the symbol file, or 0)")
    parser.add_argument("--entry", metavar="ADDRESS", type=number, action="append", default=[],
                        help="entry point of the program (default: after the cartridge header, or "
                             "from the vectors of a system ROM)")
    parser.add_argument("--symbols", metavar="FILE", help="symbol file of `vecx asm`; the names "
                                                          "of the ROM, the VIA and the system RAM "
                                                          "are built in")
    parser.add_argument("--seen", metavar="FILE",
                        help="file of addresses that are known to be code, as `vecx run "
                             "--coverage` writes it: one hexadecimal address or range FIRST-LAST "
                             "per line")
    parser.add_argument("--frames", metavar="N", type=whole_number, default=0,
                        help="run the cartridge for N frames with random inputs, to find code, "
                             "pointer tables and lists that are only reached at run time")
    parser.add_argument("--addresses", action="store_true",
                        help="add a comment with the address and the bytes to each line")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    from . import disassembling

    return disassembling.execute(args)
