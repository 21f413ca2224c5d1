"""`vecx libretro`: write the libretro core, for RetroArch and other front ends."""

import argparse
from typing import TYPE_CHECKING

from .. import files
from .arguments import file_name

if TYPE_CHECKING:
    from pathlib import Path


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "libretro", help="write the core for RetroArch, Batocera and handhelds",
        description="Write the libretro core, its description (.info), and the two games with "
                    "their overlays into a folder, or into RetroArch's folders.")
    parser.add_argument("-o", "--output", type=file_name, metavar="DIR",
                        help="folder to write to; it is created if it does not exist")
    parser.add_argument("--platform", metavar="PLATFORM",
                        help="platform that will run the core: linux-x86_64, linux-aarch64, "
                             "macos-x86_64, macos-arm64 or windows-x86_64 (default: this one)")
    parser.add_argument("--install", action="store_true",
                        help="write the core into the folders of RetroArch on this computer")
    parser.set_defaults(execute=execute, refuse=parser.error)


def execute(args: argparse.Namespace) -> int:
    from .. import libretro

    if bool(args.output) == args.install:
        args.refuse("use either -o DIR or --install")
    if args.install and args.platform:
        args.refuse("--platform cannot be combined with --install; use -o DIR")
    if args.platform and args.platform not in libretro.PLATFORMS:
        args.refuse(f"argument --platform: '{args.platform}' is not a platform; use "
                    f"{', '.join(libretro.PLATFORMS)}")
    core = libretro.core_files(args.platform or libretro.this_platform())
    if args.output:
        _write(args.output, {**core, **libretro.games()})
        return 0
    folder = libretro.retroarch_folder()
    info = f"{libretro.NAME}.info"
    _write(folder / "cores", {name: data for name, data in core.items() if name != info})
    _write(folder / "info", {info: core[info]})
    _write(folder / "downloads", libretro.games())
    print("in RetroArch: Load Core, Vectrex (vecx exact); then Load Content, Downloads")
    return 0


def _write(folder: "Path", contents: dict[str, bytes]) -> None:
    """Write files into a folder, and print their names and sizes.  Errors: VecxError"""
    files.make_folder(folder)
    for name, data in contents.items():
        files.write(folder / name, data)
        print(f"{folder / name}: {len(data):,} bytes")
