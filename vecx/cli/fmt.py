"""`vecx fmt`: put 6809 sources into columns."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from asm.format import format_source
from asm.source import decode


def add_parser(sub: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the sub-command."""
    parser = sub.add_parser("fmt", help="put a 6809 source into columns",
                            description="Format 6809 sources in place: label in column 1, "
                            "operation in 17, operand in 25, comment in 41.")
    parser.add_argument("sources", metavar="SRC", nargs="+", help="a source file")
    parser.add_argument("--check", action="store_true",
                        help="change nothing; exit 1 and name the files that would change")
    parser.set_defaults(execute=execute)


def encoding_of(data: bytes) -> str:
    """How a source is encoded, so that it can be written back the same way."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8"


def replace(path: Path, data: bytes) -> None:
    """Write a file so that at any moment either the old or the new one is there, whole.

    Errors: OSError, the old file untouched
    """
    beside = path.with_name(path.name + ".fmt")
    beside.write_bytes(data)
    beside.replace(path)


def execute(args: argparse.Namespace) -> int:
    """Format the files; return the exit status."""
    status = 0
    for name in args.sources:
        path = Path(name)
        try:
            before = decode(path.read_bytes())
            after = format_source(before)
            if before == after:
                continue
            if args.check:
                print(f"{name}: not formatted", file=sys.stderr)
                status = 1
            else:
                replace(path, after.encode(encoding_of(path.read_bytes())))
        except OSError as error:
            print(f"vecx fmt: {name}: {error.strerror}", file=sys.stderr)
            status = 1
    return status
