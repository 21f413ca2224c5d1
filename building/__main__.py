"""`python -m building`: build what programs of this tree write into it."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from vecx import files
from vecx.compiling.native import FOLDER
from vecx.editors import vsix
from vecx.errors import VecxError
from vecx.libretro import FOLDER as CORES
from vecx.web.export import DATA

from . import core, editor, generated, native, profile, release, scripts, web
from .ir import ENVIRONMENT

PARTS = {"native": (native.make, FOLDER), "web": (web.make, DATA), "scripts": (scripts.make, DATA),
         "core": (core.make, CORES), "editor": (editor.make, vsix.DATA),
         "profile": (profile.make, Path(__file__).parent)}


def main(words: list[str]) -> int:
    if words[:1] == ["release"]:
        return release.main(words[1:])
    if words == ["all"]:
        return everything()
    parser = argparse.ArgumentParser(
        prog="python -m building", description=__doc__,
        epilog="`python -m building all` writes all that is out of date, also images, tables and "
               "pages.  `python -m building release VERSION` makes a release "
               "(CONTRIBUTING.md).")
    parser.add_argument("parts", metavar="PART", nargs="*", choices=[*PARTS, []],
                        help="native: the libraries; web: WebAssembly; scripts: those of web "
                             "pages; core: the libretro cores; editor: the language client of the "
                             "extension for VS Code; profile: which branches are taken, for clang "
                             "(default: native, web, scripts and core)")
    parser.add_argument("--into", metavar="FOLDER", type=Path,
                        help="where the files go (default: into the package)")
    args = parser.parse_args(words)
    if any(os.environ.get(name) != value for name, value in ENVIRONMENT.items()):
        return subprocess.run([sys.executable, "-m", "building", *words],
                              env={**os.environ, **ENVIRONMENT}, check=False).returncode
    for part in args.parts or ("native", "web", "scripts", "core"):
        make, folder = PARTS[part]
        try:
            renewed = native.renewed() if make is native.make and not args.into else None
            for name, data in (renewed or make()).items():
                (args.into or folder).mkdir(parents=True, exist_ok=True)
                files.write((args.into or folder) / name, data)
                print(f"{name}: {len(data):,} bytes")
        except VecxError as fault:
            print(f"python -m building {part}: {fault}", file=sys.stderr)
            return 1
    return 0


def everything() -> int:
    """Write all that is out of date; return the exit status."""
    try:
        generated.make_all()
    except VecxError as fault:
        print(f"python -m building all: {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
