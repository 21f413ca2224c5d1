"""`vecx config`: write the file of settings with its comments, or check the one that is there."""

import argparse
import os


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the sub-command."""
    parser = sub.add_parser(
        "config", help="write or check the file of settings",
        description="Write the file of settings, keys, gamepads, mouse, volume, picture, preset, "
                    "folders, with comments, and print where it is. One that is there is checked "
                    "and stays as it is.")
    parser.add_argument("--check", action="store_true",
                        help="only check the file that is there: say all that is wrong with it")
    parser.add_argument("--print", action="store_true", dest="prints",
                        help="print what would be written, and write nothing")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    """Write, check or print; return the exit status."""
    from .. import config

    if args.prints:
        print(config.default_text(), end="")
        return 0
    path = config.default_path()
    if args.check or os.path.lexists(path):
        config.read(path)
        print(f"{path}: checked, nothing is wrong with it; it stays as it is")
    else:
        config.write_default(path)
        print(path)
    return 0
