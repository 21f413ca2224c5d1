"""`vecx editor`: install or update the extension for VS Code."""

import argparse

from .. import files
from .arguments import file_name

EDITOR = "code"


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "editor", help="install or update the extension for VS Code",
        description="`install` gives the extension to VS Code, also if an earlier version is "
                    "installed; `write` writes it into a file. See `vecx help editors`.")
    parser.add_argument("action", choices=("install", "write"), metavar="install|write")
    parser.add_argument("target", metavar="EDITOR|FILE", nargs="?", type=file_name,
                        help="install: command of the editor, such as codium or code-server "
                             f"(default: {EDITOR}); write: file to write, with the suffix .vsix")
    parser.set_defaults(execute=execute, refuse=parser.error)


def execute(args: argparse.Namespace) -> int:
    from ..editors import vsix

    if args.action == "install":
        program = str(args.target or EDITOR)
        said = vsix.install(program)
        print(said or f"installed in {program}")
        print("next: open an .asm file and press F5")
        return 0
    if args.target is None:
        args.refuse("write needs a FILE, for example vecx.vsix")
    files.write(args.target, vsix.package())
    print(args.target)
    return 0
