"""`vecx config`: write the settings file with its comments, or check the existing one."""

import argparse
import os


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "config", help="create or check the settings file",
        description="Create the settings file (keys, gamepads, mouse, volume, picture, preset, "
                    "folders) with comments, and print its path.  If the file exists, it is "
                    "checked and never changed.")
    parser.add_argument("--check", action="store_true",
                        help="check the existing file and report all errors in it")
    parser.add_argument("--print", action="store_true", dest="prints",
                        help="print the contents of the file instead of writing it")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    from . import settings

    if args.prints:
        print(settings.default_text(), end="")
        return 0
    path = settings.default_path()
    if args.check or os.path.lexists(path):
        settings.read(path)
        print(f"{path}: no errors; the file exists and was not changed")
    else:
        settings.write_default(path)
        print(path)
    return 0
