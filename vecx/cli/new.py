"""`vecx new`: create a project whose cartridge runs and whose tests pass."""

import argparse
from pathlib import Path


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "new", help="create a project: a cartridge, its tests and its CI",
        description="Create a folder with the source of a cartridge, pytest tests that use a "
                    "budget and the strict machine, and a CI workflow.")
    parser.add_argument("name", metavar="NAME", help="name of the cartridge, in lower case")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="folder to create (default: "
                                                                   "NAME)")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    from ..project import create

    folder = args.folder or Path(args.name)
    for path in create(args.name, folder):
        print(path)
    print(f"next: cd {folder} && vecx run {args.name}.asm, or python -m pytest")
    return 0
