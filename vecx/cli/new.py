"""`vecx new`: a project that runs, and whose tests pass, at once."""

import argparse
from pathlib import Path


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the sub-command."""
    parser = sub.add_parser(
        "new", help="begin a game: a cartridge, its tests, its CI",
        description="Make a folder with a cartridge's source, tests for pytest with a budget and "
                    "the strict machine, and a file for the CI of a public forge.")
    parser.add_argument("name", metavar="NAME", help="of the cartridge, in lower case")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="make it there (default: NAME)")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    """Write the files; say what to do next."""
    from ..project import create

    folder = args.folder or Path(args.name)
    for path in create(args.name, folder):
        print(path)
    print(f"next: cd {folder} && vecx run {args.name}.asm, or python -m pytest")
    return 0
