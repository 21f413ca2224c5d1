"""`vecx asm`: assemble a 6809 source file."""

from __future__ import annotations

import argparse
import gc

from .arguments import IMAGE_SUFFIXES, add_assembly, number


def add_parser(sub: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = sub.add_parser("asm", help="assemble a 6809 source file",
                            description="Assemble a 6809 source file into an image.")
    parser.add_argument("source", metavar="SRC", help="the source file")
    parser.add_argument("-o", "--output", metavar="OUT",
                        help="image to write (default: SRC with the suffix .bin, .hex or .s19, "
                             "unless only --list, --symbols, --map or --cnt is given)")
    add_assembly(parser)
    parser.add_argument("--format", choices=tuple(IMAGE_SUFFIXES), default="bin",
                        help="default: bin")
    parser.add_argument("--fill", metavar="BYTE", type=byte, default=None,
                        help="value of the bytes in gaps between two ORGs (default: 0)")
    parser.add_argument("--relax", action="store_true",
                        help="replace short branches that are out of range with long ones")
    parser.add_argument("--bank", metavar="N", type=number, choices=(0, 1), default=None,
                        help="write the image of one bank (default: both banks, 32 KiB each, if "
                             "the source uses BANK)")
    parser.add_argument("--list", metavar="FILE", help="write a listing with cycles")
    parser.add_argument("--list-macros", action="store_true",
                        help="also list the lines that macros and repetitions expand to")
    parser.add_argument("--list-all", action="store_true",
                        help="also list the lines of vectrex.inc and lib/")
    parser.add_argument("--symbols", metavar="FILE", help="write symbols and source map as JSON")
    parser.add_argument("--map", metavar="FILE", help="write the symbols as a table")
    parser.add_argument("--cnt", metavar="FILE", help="write the labels for VIDE's debugger")
    parser.add_argument("--pad", metavar="SIZE", type=number,
                        help="lengthen the image to SIZE bytes")
    parser.add_argument("-W", dest="warnings", metavar="NAME", action="append", default=[],
                        help="enable or disable warnings: NAME, no-NAME, all or none; `error` "
                             "turns warnings into errors")
    parser.add_argument("--format-source", action="store_true",
                        help="do not assemble; arrange SRC in columns (label 1, operation 17, "
                             "operand 25, comment 41), in place or into OUT")
    parser.set_defaults(execute=execute)


def byte(text: str) -> int:
    value = number(text)
    if not 0 <= value <= 0xFF:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 255")
    return value


def execute(args: argparse.Namespace) -> int:
    collecting = gc.isenabled()
    gc.disable()        # an assembly makes no cycles of objects
    try:
        from . import assembling

        return assembling.execute(args)
    finally:
        if collecting:
            gc.enable()
